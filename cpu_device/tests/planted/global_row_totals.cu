// SPDX-License-Identifier: MIT
// global_row_totals.cu: the first column adds up the rows, and the first thread adds up the rows' sums at once.
// CPU exits 3
// CPU finds race-global: writes {row}, reads {total}
// CPU says row_sums[
// all exits 0
#include "../kernel_run.h"

const int rows = 10, columns = 14;

__device__ int row_sums[rows];

__global__ void add_up(const int *table, int *total)
{
    int row = threadIdx.y;
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int column = 0; column < columns; column++)
            sum += table[row * columns + column];
        row_sums[row] = sum; // {row}
    }
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == 0 && row == 0)
        for (int i = 0; i < rows; i++)
            *total += row_sums[i]; // {total}
}

int main()
{
    device_array<int> table(rows * columns, [](int i) { return i; }), total(1, zeros);
    add_up<<<1, dim3(2, rows)>>>(table, total);
    return check_fixed(total, rows * columns * (rows * columns - 1) / 2);
}
