// SPDX-License-Identifier: MIT
// division_by_zero.cu: an integer is divided by zero. A GPU goes on, and so does the kernel: its launch succeeds.
// CPU exits 3
// CPU finds division-by-zero
// CPU says kernel divide, block (0,0,0), thread (5,0,0), at division_by_zero.cu:{divide}
#include "../kernel_run.h"

__global__ void divide(int *a)
{
    a[threadIdx.x] = 100 / ((int)threadIdx.x - 5); // {divide}
}

int main()
{
    device_array<int> a(32);
    divide<<<1, 32>>>(a);
    return finish(a) || a.on_host[4] != -100 || a.on_host[5] != -1 || a.on_host[6] != 100;
}
