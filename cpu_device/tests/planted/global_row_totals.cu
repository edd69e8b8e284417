// SPDX-License-Identifier: MIT
// global_row_totals.cu: the first column adds up the rows, and the first thread adds up the rows' sums at once.
// CPU exits 3
// CPU finds race-global: writes {row}, reads {total}
// CPU says row_sums[
// all exits 0
#include <stdio.h>

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
    int *dev_table, *dev_total, table[rows * columns], total = 0;
    for (int i = 0; i < rows * columns; i++)
        table[i] = i;
    if (cudaMalloc(&dev_table, sizeof table) != cudaSuccess || cudaMalloc(&dev_total, sizeof total) != cudaSuccess ||
        cudaMemcpy(dev_table, table, sizeof table, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMemset(dev_total, 0, sizeof total) != cudaSuccess)
        return 1;
    add_up<<<1, dim3(2, rows)>>>(dev_table, dev_total);
    cudaError_t error = cudaMemcpy(&total, dev_total, sizeof total, cudaMemcpyDeviceToHost);
    cudaFree(dev_table);
    cudaFree(dev_total);
    printf("%s, %d\n", cudaGetErrorString(error), total);
#ifdef FIXED
    if (total != rows * columns * (rows * columns - 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
