// SPDX-License-Identifier: MIT
// fence_none_of_last_writers.cu: all threads store rows; the only fence stands before them, in the first thread.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int rows = 5, columns = 12;

__device__ int rows_done;

__global__ void fill(int *table, int *out)
{
    int row = blockIdx.x, column = threadIdx.x;
#ifndef FIXED
    if (column == 0)
        __threadfence();
#endif
    table[row * columns + column] = row * column; // {write}
    __syncthreads();
    if (column != 0)
        return;
#ifdef FIXED
    __threadfence();
#endif
    if (atomicAdd(&rows_done, 1) == rows - 1) {
        __threadfence();
        int sum = 0;
        for (int i = 0; i < rows * columns; i++)
            sum += table[i]; // {read}
        *out = sum;
    }
}

int main()
{
    device_array<int> table(rows * columns);
    HANDLE_ERROR(cudaMemset(table, 0xff, rows * columns * sizeof(int)));
    device_array<int> out(1);
    fill<<<rows, columns>>>(table, out);
    return check_fixed(out, rows * (rows - 1) / 2 * columns * (columns - 1) / 2);
}
