// SPDX-License-Identifier: MIT
// unclosed_launch.cu: a launch ends with >> instead of >>>.
// CPU exits 1
// CPU says unclosed_launch.cu:{launch}: error: '<<<' without its '>>>'
#include <stdio.h>
__global__ void k() {}
int main()
{
    k<<<1, 1>>(); // {launch}
    return 0;
}
