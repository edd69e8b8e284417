// SPDX-License-Identifier: MIT
// order_fence_then_many_flags.cu: one fence, and after it a relaxed flag for each reader: the fence holds for all of
// them.
#include <cuda/atomic>
#include <stdio.h>

const int readers = 6;
typedef cuda::atomic_ref<int, cuda::thread_scope_device> device_int;

__global__ void tell_all(int *data, int *flags, int *out)
{
    if (blockIdx.x == readers) {
        *data = 5;
        __threadfence();
        for (int i = 0; i < readers; i++)
            device_int(flags[i]).store(1, cuda::memory_order_relaxed);
        return;
    }
    while (device_int(flags[blockIdx.x]).load(cuda::memory_order_relaxed) == 0)
        ;
    __threadfence();
    out[blockIdx.x] = *data;
}

int main()
{
    int *words, out[readers];
    if (cudaMalloc(&words, (2 * readers + 1) * sizeof *words) != cudaSuccess ||
        cudaMemset(words, 0, (2 * readers + 1) * sizeof *words) != cudaSuccess)
        return 1;
    tell_all<<<readers + 1, 1>>>(words, words + 1, words + 1 + readers);
    if (cudaMemcpy(out, words + 1 + readers, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < readers; i++)
        if (out[i] != 5)
            return 1;
    cudaFree(words);
    return 0;
}
