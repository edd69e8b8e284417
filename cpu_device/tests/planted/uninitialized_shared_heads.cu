// SPDX-License-Identifier: MIT
// uninitialized_shared_heads.cu: a block puts its particles into the lists of its cells by atomicExch(), and no thread
// has emptied the cells, which are in shared memory.
// CPU exits 3
// CPU reports 1
// CPU finds uninitialized-shared
// CPU says uninitialized_shared_heads.cu:{exchange}
// all exits 0
#include <stdio.h>

const int threads = 64, cells = 16;

__global__ void longest_list(const float *x, int *longest)
{
    __shared__ int head[cells], next[threads];
    int t = threadIdx.x;
#ifdef FIXED
    if (t < cells)
        head[t] = -1;
    __syncthreads();
#endif
    int cell = (int)(x[t] * cells);
    next[t] = atomicExch(&head[cell], t); // {exchange}
    __syncthreads();
    if (t < cells) {
        int length = 0;
        for (int i = head[t]; i >= 0 && length < threads; i = next[i])
            length++;
        atomicMax(longest, length);
    }
}

int main()
{
    float *dev_x, x[threads];
    int *longest, result = 0;
    for (int i = 0; i < threads; i++)
        x[i] = (float)(i % cells) / cells;
    if (cudaMalloc(&dev_x, sizeof x) != cudaSuccess || cudaMalloc(&longest, sizeof *longest) != cudaSuccess ||
        cudaMemset(longest, 0, sizeof *longest) != cudaSuccess ||
        cudaMemcpy(dev_x, x, sizeof x, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    longest_list<<<1, threads>>>(dev_x, longest);
    cudaError_t error = cudaMemcpy(&result, longest, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev_x);
    cudaFree(longest);
    printf("%s, %d in the longest list\n", cudaGetErrorString(error), result);
#ifdef FIXED
    if (result != threads / cells)
        return 1;
#endif
    return error != cudaSuccess;
}
