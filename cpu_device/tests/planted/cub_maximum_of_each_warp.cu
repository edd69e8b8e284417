// SPDX-License-Identifier: MIT
// cub_maximum_of_each_warp.cu: WarpReduce finds each warp's maximum, and all its lanes put it into shared memory, each
// at a place of its own.
// CPU exits 3
// CPU finds result-of-other-thread: at {store}
// all exits 0
#include <cub/cub.cuh>
#include <stdio.h>

const int threads = 96;

struct larger {
    __device__ int operator()(int a, int b) const
    {
        return a > b ? a : b;
    }
};

__global__ void maxima(const int *values, int *out)
{
    using Reduce = cub::WarpReduce<int>;
    __shared__ Reduce::TempStorage temp[threads / 32];
    __shared__ int of_warp[threads];
    const int warp = threadIdx.x / 32;
    const int largest = Reduce(temp[warp]).Reduce(values[threadIdx.x], larger());
#ifdef FIXED
    of_warp[threadIdx.x] = __shfl_sync(0xffffffff, largest, 0);
#else
    of_warp[threadIdx.x] = largest; // {store}
#endif
    __syncthreads();
    out[threadIdx.x] = of_warp[threads - 1 - threadIdx.x];
}

int main()
{
    int *values, *out, host[threads], wrong = 0;
    for (int i = 0; i < threads; i++)
        host[i] = i * 7 % threads;
    if (cudaMalloc(&values, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof host) != cudaSuccess ||
        cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    maxima<<<1, threads>>>(values, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 1; i < threads; i++)
        wrong += host[i] != host[i / 32 * 32];
    printf("%d wrong\n", wrong);
    cudaFree(values);
    cudaFree(out);
#ifdef FIXED
    return wrong != 0;
#else
    return 0;
#endif
}
