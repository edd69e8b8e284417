// SPDX-License-Identifier: MIT
// global_scan_one_barrier.cu: a scan in global memory waits after each step, but not between its reads and its writes.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

const int n = 50;

__device__ void scan_in_place(unsigned short *a)
{
    int i = threadIdx.x;
    for (int step = 1; step < n; step *= 2) {
        unsigned short sum = a[i];
        if (i >= step)
            sum += a[i - step]; // {read}
#ifdef FIXED
        __syncthreads();
#endif
        a[i] = sum; // {write}
        __syncthreads();
    }
}

__global__ void scan_rows(unsigned short *rows)
{
    scan_in_place(rows + blockIdx.x * n);
}

int main()
{
    const int blocks = 2;
    unsigned short *dev_rows, rows[blocks][n];
    for (int i = 0; i < n; i++) {
        rows[0][i] = 1;
        rows[1][i] = 20;
    }
    if (cudaMalloc(&dev_rows, sizeof rows) != cudaSuccess ||
        cudaMemcpy(dev_rows, rows, sizeof rows, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    scan_rows<<<blocks, n>>>(dev_rows);
    cudaError_t error = cudaMemcpy(rows, dev_rows, sizeof rows, cudaMemcpyDeviceToHost);
    cudaFree(dev_rows);
    printf("%s, %d %d\n", cudaGetErrorString(error), rows[0][n - 1], rows[1][n - 1]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (rows[0][i] != i + 1 || rows[1][i] != 20 * (i + 1))
            return 1;
#endif
    return error != cudaSuccess;
}
