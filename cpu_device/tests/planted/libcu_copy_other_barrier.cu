// SPDX-License-Identifier: MIT
// libcu_copy_other_barrier.cu: two buffers have a barrier each, and the threads wait at the other buffer's barrier.
// CPU exits 3
// CPU finds uninitialized-shared
// CPU says reads tile[
// CPU says The data of an asynchronous copy arrive only when the thread waits for the copy.
// To synccheck the arrival of a copy is one that no thread waits for:
// memcheck exits 0
// fixed-synccheck exits 3
#include <cuda/barrier>

#include "../kernel_run.h"

const int threads = 64, stages = 4;

__global__ void sum(const int *in, int *out)
{
    __shared__ int tile[2][threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> full[2];
    if (threadIdx.x < 2)
        init(&full[threadIdx.x], threads);
    __syncthreads();
    cuda::memcpy_async(&tile[0][threadIdx.x], &in[threadIdx.x], sizeof(int), full[0]);
    int all = 0;
    for (int stage = 0; stage < stages; ++stage) {
        const int next = (stage + 1) % 2;
        if (stage + 1 < stages)
            cuda::memcpy_async(&tile[next][threadIdx.x], &in[(stage + 1) * threads + threadIdx.x], sizeof(int),
                               full[next]);
#ifdef FIXED
        full[stage % 2].arrive_and_wait();
#else
        full[next].arrive_and_wait();
#endif
        all += tile[stage % 2][threads - 1 - threadIdx.x]; // {load}
        __syncthreads();
    }
    out[threadIdx.x] = all;
}

int main()
{
    device_array<int> in(stages * threads, [](int i) { return i; }), out(threads);
    sum<<<1, threads>>>(in, out);
    return finish(out) || (is_fixed && out.on_host[0] != 4 * (threads - 1) + 6 * threads);
}
