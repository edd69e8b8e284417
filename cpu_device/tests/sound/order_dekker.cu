// SPDX-License-Identifier: MIT
// order_dekker.cu: each of two blocks says that it comes, and enters if the other has not said so. Between the store
// and the load stands a fence of sequential consistency, so that not both enter.
#include <cuda/atomic>
#include <stdio.h>

const int rounds = 64;
typedef cuda::atomic_ref<int, cuda::thread_scope_device> device_int;

__global__ void enter(int *comes, int *entered)
{
    const unsigned other = 1 - blockIdx.x;
    for (int i = 0; i < rounds; i++) {
        device_int(comes[2 * i + blockIdx.x]).store(1, cuda::memory_order_relaxed);
        cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
        if (device_int(comes[2 * i + other]).load(cuda::memory_order_relaxed) == 0)
            device_int(entered[i]).fetch_add(1, cuda::memory_order_relaxed);
    }
}

int main()
{
    int *words, entered[rounds];
    if (cudaMalloc(&words, 3 * sizeof entered) != cudaSuccess ||
        cudaMemset(words, 0, 3 * sizeof entered) != cudaSuccess)
        return 1;
    enter<<<2, 1>>>(words, words + 2 * rounds);
    if (cudaMemcpy(entered, words + 2 * rounds, sizeof entered, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < rounds; i++)
        if (entered[i] > 1)
            return 1;
    cudaFree(words);
    return 0;
}
