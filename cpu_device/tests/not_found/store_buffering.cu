// SPDX-License-Identifier: MIT
// store_buffering.cu: each of two blocks says by a release store that it comes, and enters if it does not see, by an
// acquire load, that the other has come. Both may miss the other's store: between the two stands no fence of sequential
// consistency. In the order of the host's processor that does not happen; weak memory shows it, and reports the race.
// CPU exits 0
#include <cuda/atomic>
#include <stdio.h>

const int rounds = 32;
typedef cuda::atomic_ref<int, cuda::thread_scope_device> device_int;

__global__ void enter(int *comes, int *entered)
{
    const unsigned other = 1 - blockIdx.x;
    for (int i = 0; i < rounds; i++) {
        device_int(comes[2 * i + blockIdx.x]).store(1, cuda::memory_order_release);
        if (device_int(comes[2 * i + other]).load(cuda::memory_order_acquire) == 0)
            entered[i]++;
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
    int by_both = 0;
    for (int i = 0; i < rounds; i++)
        by_both += entered[i] > 1;
    cudaFree(words);
    printf("%d of %d by both\n", by_both, rounds);
    return 0;
}
