// SPDX-License-Identifier: MIT
// streams_ten_thousand.cu: ten thousand streams are created, and each has a kernel.
// Under memcheck it takes longer than a test may:
// memcheck exits 9
#include <stdio.h>
#include <stdlib.h>

const int streams = 10000;

__global__ void store(int *a, int value)
{
    *a = value;
}

int main()
{
    int *a, wrong = 0;
    cudaStream_t *all = (cudaStream_t *)malloc(streams * sizeof(cudaStream_t));
    if (all == NULL || cudaMallocManaged(&a, streams * sizeof(int)) != cudaSuccess)
        return 1;
    for (int i = 0; i < streams; i++)
        if (cudaStreamCreate(&all[i]) != cudaSuccess)
            return 1;
    for (int i = 0; i < streams; i++)
        store<<<1, 1, 0, all[i]>>>(&a[i], i);
    cudaError_t error = cudaDeviceSynchronize();
    for (int i = 0; i < streams; i++) {
        wrong += a[i] != i;
        cudaStreamDestroy(all[i]);
    }
    cudaFree(a);
    free(all);
    if (wrong > 0 || error != cudaSuccess)
        printf("%s, %d wrong\n", cudaGetErrorString(error), wrong);
    return wrong > 0 || error != cudaSuccess;
}
