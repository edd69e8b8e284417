// SPDX-License-Identifier: MIT
// crash_after_failed_call.cu: an allocation fails, nobody looks, and the host stores through the pointer.
#include <stdio.h>

int main(void)
{
    float *a = NULL;
    cudaMallocManaged(&a, (size_t)1 << 42);
    a[0] = 1;
    printf("%f\n", a[0]);
    return 0;
}
