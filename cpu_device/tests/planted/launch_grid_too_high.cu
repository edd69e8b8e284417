// SPDX-License-Identifier: MIT
// launch_grid_too_high.cu: a grid of 70000 blocks in y, where 65535 is the limit; the error is never checked.
// CPU exits 3
// CPU finds unchecked-launch
// CPU says kernel number_rows at launch_grid_too_high.cu:{launch}
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
#include "../kernel_run.h"

const int rows = 70000;

__global__ void number_rows(int *a)
{
    int row = blockIdx.x + blockIdx.y;
    a[row] = row;
}

int main()
{
#ifndef FIXED
    dim3 grid(1, rows);
#else
    dim3 grid(rows, 1);
#endif
    device_array<int> a(rows, zeros);
    number_rows<<<grid, 1>>>(a); // {launch}
    return check_fixed(a, [](int i) { return i; });
}
