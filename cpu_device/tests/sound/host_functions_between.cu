// SPDX-License-Identifier: MIT
// host_functions_between.cu: in one stream, a kernel, a host function and a kernel again use the same pinned memory.
// The host function runs when the second kernel is queued already, and has not begun.
#include <stdio.h>

const int n = 256;

__global__ void add(int *values, int value)
{
    values[threadIdx.x] += value;
}

static void twice(void *data)
{
    int *values = (int *)data;
    for (int i = 0; i < n; i++)
        values[i] *= 2;
}

int main()
{
    int *values;
    cudaStream_t stream;
    if (cudaMallocHost(&values, n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        values[i] = i;
    for (int round = 0; round < 3; round++) {
        add<<<1, n, 0, stream>>>(values, 1);
        cudaLaunchHostFunc(stream, twice, values);
        add<<<1, n, 0, stream>>>(values, 2);
    }
    if (cudaStreamSynchronize(stream) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        if (values[i] != ((((i + 1) * 2 + 3) * 2) + 3) * 2 + 2)
            return 1;
    cudaStreamDestroy(stream);
    return cudaFreeHost(values) != cudaSuccess;
}
