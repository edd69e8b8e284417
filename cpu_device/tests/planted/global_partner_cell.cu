// SPDX-License-Identifier: MIT
// global_partner_cell.cu: each thread squares its own cell and then takes the cell of its partner, who may be slower.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

const int threads = 80;

__global__ void pair_up(int *cells, int *sums)
{
    int t = threadIdx.x, partner = threads - 1 - t;
    int own = cells[t] * cells[t];
    cells[t] = own; // {write}
#ifdef FIXED
    __syncthreads();
#endif
    sums[t] = own + cells[partner]; // {read}
}

int main()
{
    int *dev_cells, *dev_sums, cells[threads], sums[threads] = {};
    for (int t = 0; t < threads; t++)
        cells[t] = t + 2;
    if (cudaMalloc(&dev_cells, sizeof cells) != cudaSuccess || cudaMalloc(&dev_sums, sizeof sums) != cudaSuccess ||
        cudaMemcpy(dev_cells, cells, sizeof cells, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    pair_up<<<1, threads>>>(dev_cells, dev_sums);
    cudaError_t error = cudaMemcpy(sums, dev_sums, sizeof sums, cudaMemcpyDeviceToHost);
    cudaFree(dev_cells);
    cudaFree(dev_sums);
    printf("%s, %d\n", cudaGetErrorString(error), sums[0]);
#ifdef FIXED
    for (int t = 0; t < threads; t++)
        if (sums[t] != cells[t] * cells[t] + cells[threads - 1 - t] * cells[threads - 1 - t])
            return 1;
#endif
    return error != cudaSuccess;
}
