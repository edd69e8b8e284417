// SPDX-License-Identifier: MIT
// order_fences_both_sides.cu: relaxed flags, and on both sides a fence of acquire and release between flag and data.
#include <cuda/atomic>
#include <stdio.h>

const int pairs = 8;
typedef cuda::atomic_ref<int, cuda::thread_scope_device> device_int;

__global__ void hand_over(int *data, int *flags, int *out)
{
    const int pair = blockIdx.x / 2;
    if (blockIdx.x % 2 == 0) {
        data[2 * pair] = pair;
        data[2 * pair + 1] = 10 * pair;
        cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
        device_int(flags[pair]).store(1, cuda::memory_order_relaxed);
    } else {
        while (device_int(flags[pair]).load(cuda::memory_order_relaxed) == 0)
            ;
        cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
        out[pair] = data[2 * pair] + data[2 * pair + 1];
    }
}

int main()
{
    int *words, out[pairs];
    if (cudaMalloc(&words, 4 * pairs * sizeof *words) != cudaSuccess ||
        cudaMemset(words, 0, 4 * pairs * sizeof *words) != cudaSuccess)
        return 1;
    hand_over<<<2 * pairs, 1>>>(words, words + 2 * pairs, words + 3 * pairs);
    if (cudaMemcpy(out, words + 3 * pairs, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int pair = 0; pair < pairs; pair++)
        if (out[pair] != 11 * pair)
            return 1;
    cudaFree(words);
    return 0;
}
