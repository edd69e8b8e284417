// SPDX-License-Identifier: MIT
// last_thread_overwrites.cu: all threads of a block read a word and change another by atomics, then a fence and a
// counter; the thread that the counter names last overwrites both words. In blocks of one warp and of several; no lanes
// meet.
#include <stdio.h>

const int most = 256;

__global__ void in_global(int *data, int *sum, int *count, int *out)
{
    out[threadIdx.x] = *data;
    atomicAdd(sum, 1);
    __threadfence();
    if (atomicAdd(count, 1) == blockDim.x - 1) {
        __threadfence();
        *data = *sum;
        *sum = 0;
        *count = 0;
    }
}

__global__ void in_shared(int *out)
{
    __shared__ int data, sum, count;
    if (threadIdx.x == 0)
        data = sum = count = 0;
    __syncthreads();
    out[threadIdx.x] = data;
    atomicAdd(&sum, 1);
    __threadfence_block();
    if (atomicAdd(&count, 1) == blockDim.x - 1) {
        __threadfence_block();
        data = sum;
        sum = count = 0;
    }
    __syncthreads();
    out[threadIdx.x] += data;
}

int main()
{
    int *words, *dev_out, out[2 * most], wrong = 0, before = 0;
    if (cudaMalloc(&words, 3 * 256) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMemset(words, 0, 3 * 256) != cudaSuccess)
        return 1;
    const int sizes[] = {1, 2, 31, 32, 33, 64, 256};
    for (int threads : sizes) {
        in_global<<<1, threads>>>(words, words + 64, words + 128, dev_out);
        in_shared<<<1, threads>>>(dev_out + most);
        cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
        for (int t = 0; t < threads; t++)
            wrong += out[t] != before || out[most + t] != threads;
        before = threads;
    }
    printf("%d wrong\n", wrong);
    cudaFree(words);
    return wrong != 0 || cudaFree(dev_out) != cudaSuccess;
}
