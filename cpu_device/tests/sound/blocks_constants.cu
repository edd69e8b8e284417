// SPDX-License-Identifier: MIT
// blocks_constants.cu: constants are copied anew between the launches that all read them, from the host and out of what
// a kernel has computed; __device__ variables of one line serve as input, as counter, and as a lock's data at a time.
#include <stdio.h>

const int threads = 32, blocks = 7, terms = 4;

__constant__ float factors[terms];
__constant__ int limit;
__device__ int offset = 3, counter, lock, guarded;
__device__ float made[terms];

__global__ void evaluate(float *out)
{
    int i = blockIdx.x * threads + threadIdx.x;
    float x = i % 10, y = offset;
    for (int k = terms - 1; k >= 0; k--)
        y = y * x + factors[k];
    out[i] = y;
    if (i % 10 < limit)
        atomicAdd(&counter, 1);
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0)
            __nanosleep(20);
        __threadfence();
        guarded = guarded + offset;
        __threadfence();
        atomicExch(&lock, 0);
    }
    if (i < terms)
        made[i] = factors[i] + 1;
}

int main()
{
    const int n = threads * blocks;
    float *dev, out[n], f[terms] = {1, -2, 0, 1};
    void *made_at;
    int right_counter = 0, right_guarded = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaGetSymbolAddress(&made_at, made) != cudaSuccess)
        return 1;
    cudaMemcpyToSymbol(factors, f, sizeof f);
    for (int launch = 0; launch < 4; launch++) {
        int now = launch * 3, new_offset = launch % 2 + 1;
        cudaMemcpyToSymbol(limit, &now, sizeof now);
        cudaMemcpyToSymbol(offset, &new_offset, sizeof new_offset);
        evaluate<<<blocks, threads>>>(dev);
        if (cudaMemcpyToSymbol(factors, made_at, sizeof f, 0, cudaMemcpyDeviceToDevice) != cudaSuccess ||
            cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
            return 1;
        for (int i = 0; i < n; i++) {
            float x = i % 10, y = new_offset;
            for (int k = terms - 1; k >= 0; k--)
                y = y * x + f[k];
            if (out[i] != y)
                return 1;
            right_counter += i % 10 < now;
        }
        right_guarded += blocks * new_offset;
        for (float &value : f)
            value++;
    }
    int counted, sum;
    if (cudaMemcpyFromSymbol(&counted, counter, sizeof counted) != cudaSuccess || counted != right_counter ||
        cudaMemcpyFromSymbol(&sum, guarded, sizeof sum) != cudaSuccess || sum != right_guarded)
        return 1;
    return cudaFree(dev) != cudaSuccess;
}
