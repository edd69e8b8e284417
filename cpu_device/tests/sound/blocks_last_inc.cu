// SPDX-License-Identifier: MIT
// blocks_last_inc.cu: CUDA's own pattern for a sum in one launch: each block stores its part in volatile memory,
// fences, and counts itself by atomicInc; the last one adds the parts up after a barrier, with no fence of its own,
// stores the total over a part, and sets the counter back by a plain store.
#include <stdio.h>

const int threads = 128, blocks = 30, n = 10000;

__device__ unsigned int count = 0;

__device__ float add_up(float mine)
{
    __shared__ float cache[threads];
    cache[threadIdx.x] = mine;
    __syncthreads();
    for (int i = threads / 2; i > 0; i /= 2) {
        if (threadIdx.x < i)
            cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
    }
    float sum = cache[0];
    __syncthreads();
    return sum;
}

__global__ void sum(const float *in, volatile float *result)
{
    __shared__ bool is_last;
    float mine = 0;
    for (int i = blockIdx.x * threads + threadIdx.x; i < n; i += gridDim.x * threads)
        mine += in[i];
    float part = add_up(mine);
    if (threadIdx.x == 0) {
        result[blockIdx.x] = part;
        __threadfence();
        unsigned int ticket = atomicInc(&count, gridDim.x);
        is_last = ticket == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last) {
        float total = add_up(threadIdx.x < gridDim.x ? result[threadIdx.x] : 0);
        if (threadIdx.x == 0) {
            result[0] = total;
            count = 0;
        }
    }
}

int main()
{
    static float host[n];
    for (int i = 0; i < n; i++)
        host[i] = i % 8;
    float *in, *result, total;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&result, blocks * sizeof(float)) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    for (int launch = 0; launch < 4; launch++) {
        sum<<<blocks - launch, threads>>>(in, result);
        if (cudaMemcpy(&total, result, sizeof total, cudaMemcpyDeviceToHost) != cudaSuccess || total != n / 8 * 28)
            return 1;
    }
    cudaFree(in);
    return cudaFree(result) != cudaSuccess;
}
