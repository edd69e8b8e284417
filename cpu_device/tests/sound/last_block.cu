// SPDX-License-Identifier: MIT
// last_block.cu: blocks leave their sums in global memory; the last one to come, by __threadfence() and atomicInc, adds
// them up. The counter comes back to 0, so it works for every launch.
#include <stdio.h>

const int threads = 128, blocks = 33;

__device__ unsigned finished;
__device__ volatile float sums[blocks];

__device__ float block_sum(float value)
{
    __shared__ float cache[threads / 32];
    for (int step = 16; step > 0; step /= 2)
        value += __shfl_down_sync(0xffffffff, value, step);
    if (threadIdx.x % 32 == 0)
        cache[threadIdx.x / 32] = value;
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < threads / 32; i++)
        sum += cache[i];
    __syncthreads();
    return sum;
}

__global__ void sum(const float *in, int n, float *out)
{
    __shared__ bool last;
    float mine = 0;
    for (int i = blockIdx.x * threads + threadIdx.x; i < n; i += gridDim.x * threads)
        mine += in[i];
    mine = block_sum(mine);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = mine;
        __threadfence();
        last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        __threadfence();
        float all = 0;
        for (int i = threadIdx.x; i < gridDim.x; i += threads)
            all += sums[i];
        all = block_sum(all);
        if (threadIdx.x == 0)
            *out = all;
    }
}

int main()
{
    const int n = 20000;
    static float host[n];
    float *in, *out, result;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof result) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        host[i] = i % 10;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    for (int launch = 0; launch < 5; launch++) {
        sum<<<blocks - launch, threads>>>(in, n - 1000 * launch, out);
        if (cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess ||
            result != (n - 1000 * launch) * 4.5f)
            return 1;
    }
    cudaFree(in);
    return cudaFree(out) != cudaSuccess;
}
