// SPDX-License-Identifier: MIT
// global_pinned_progress.cu: threads report their progress to the host by adding to a number in mapped memory.
// CPU exits 3
// CPU finds race-global: writes {report}, at {report}
// all exits 0
#include <stdio.h>

const int threads = 72;

__global__ void work(const int *amounts, int *out, int *progress)
{
    int t = threadIdx.x, mine = amounts[t];
    out[t] = mine * mine;
#ifndef FIXED
    *progress += mine; // {report}
#else
    __syncthreads();
    if (t == 0)
        for (int i = 0; i < threads; i++)
            *progress += amounts[i];
#endif
}

int main()
{
    int *amounts, *progress, *dev_amounts, *dev_progress, *dev_out;
    if (cudaHostAlloc(&amounts, threads * sizeof(int), cudaHostAllocMapped) != cudaSuccess ||
        cudaHostAlloc(&progress, sizeof(int), cudaHostAllocMapped) != cudaSuccess ||
        cudaHostGetDevicePointer(&dev_amounts, amounts, 0) != cudaSuccess ||
        cudaHostGetDevicePointer(&dev_progress, progress, 0) != cudaSuccess ||
        cudaMalloc(&dev_out, threads * sizeof(int)) != cudaSuccess)
        return 1;
    for (int t = 0; t < threads; t++)
        amounts[t] = t + 1;
    *progress = 0;
    work<<<1, threads>>>(dev_amounts, dev_out, dev_progress);
    cudaError_t error = cudaDeviceSynchronize();
    int total = *progress;
    cudaFree(dev_out);
    cudaFreeHost(amounts);
    cudaFreeHost(progress);
    printf("%s, %d\n", cudaGetErrorString(error), total);
#ifdef FIXED
    if (total != threads * (threads + 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
