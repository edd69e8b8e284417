// SPDX-License-Identifier: MIT
// order_fence_before_look.cu: a consumer calls its fence once, before it begins to look at the flags of its producers.
// CPU exits 3
// CPU finds race-between-blocks: writes {produce}, reads {consume}
// all exits 0
#include <cuda/atomic>
#include <stdio.h>

const int producers = 3;
typedef cuda::atomic_ref<unsigned, cuda::thread_scope_device> device_flag;

__global__ void produce_and_consume(float *parts, unsigned *flags, float *out)
{
    if (blockIdx.x < producers) {
        parts[blockIdx.x] = 0.5f * (blockIdx.x + 1); // {produce}
        device_flag(flags[blockIdx.x]).store(1, cuda::memory_order_release);
        return;
    }
    float all = 0;
#ifndef FIXED
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
#endif
    for (int i = 0; i < producers; i++) {
        while (device_flag(flags[i]).load(cuda::memory_order_relaxed) == 0)
            ;
#ifdef FIXED
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
#endif
        all += parts[i]; // {consume}
    }
    *out = all;
}

int main()
{
    float *parts, result;
    unsigned *flags;
    if (cudaMalloc(&parts, (producers + 1) * sizeof *parts) != cudaSuccess ||
        cudaMalloc(&flags, producers * sizeof *flags) != cudaSuccess ||
        cudaMemset(flags, 0, producers * sizeof *flags) != cudaSuccess)
        return 1;
    produce_and_consume<<<producers + 1, 1>>>(parts, flags, parts + producers);
    cudaError_t error = cudaMemcpy(&result, parts + producers, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(parts);
    cudaFree(flags);
    printf("%s, %g\n", cudaGetErrorString(error), result);
#ifdef FIXED
    if (result != 3)
        return 1;
#endif
    return error != cudaSuccess;
}
