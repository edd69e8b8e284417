// SPDX-License-Identifier: MIT
// volatile_parts.cu: the last block adds up volatile parts; volatile keeps no store before the count that follows it.
// CPU exits 3
// CPU finds volatile-without-fence: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

const int blocks = 10, threads = 32;

__device__ unsigned done;

__global__ void sum(const int *a, volatile int *parts, int *out)
{
    int both = __syncthreads_count(a[blockIdx.x * threads + threadIdx.x] > 5);
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = both; // {write}
#ifdef FIXED
        __threadfence();
#endif
        if (atomicAdd(&done, 1u) == blocks - 1) {
#ifdef FIXED
            __threadfence();
#endif
            int total = 0;
            for (int i = 0; i < blocks; i++)
                total += parts[i]; // {read}
            *out = total;
        }
    }
}

int main()
{
    const int n = blocks * threads;
    int *dev_a, *dev_parts, *dev_out, a[n], out = 0;
    for (int i = 0; i < n; i++)
        a[i] = i % 10;
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess ||
        cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMalloc(&dev_parts, blocks * sizeof(int)) != cudaSuccess ||
        cudaMemset(dev_parts, 0, blocks * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    sum<<<blocks, threads>>>(dev_a, dev_parts, dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    cudaFree(dev_parts);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != n * 4 / 10)
        return 1;
#endif
    return error != cudaSuccess;
}
