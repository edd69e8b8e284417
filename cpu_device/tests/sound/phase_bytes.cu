// SPDX-License-Identifier: MIT
// phase_bytes.cu: tiles come by memcpy_async_tx(), two ahead; a barrier of each buffer counts their bytes. One thread
// starts the copies, after all threads have read what was there.
// Compiled with: -arch=sm_90
#include <cuda/barrier>

#include "../kernel_run.h"

const int threads = 64, tiles = 7, bytes = threads * sizeof(int);
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void fill(int *from)
{
    from[blockIdx.x * threads + threadIdx.x] = 3 * (blockIdx.x * threads + threadIdx.x);
}

__global__ void add_up(const int *from, int *out)
{
    __shared__ alignas(16) int tile[2][threads];
    __shared__ barrier full[2];
    if (threadIdx.x == 0)
        for (int s = 0; s < 2; s++) {
            init(&full[s], 1);
            (void)cuda::device::barrier_arrive_tx(full[s], 1, bytes);
            cuda::device::memcpy_async_tx(tile[s], from + s * threads, cuda::aligned_size_t<16>(bytes), full[s]);
        }
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < tiles; i++) {
        const int s = i % 2;
        full[s].wait_parity(i / 2 % 2);
        sum += tile[s][threads - 1 - threadIdx.x];
        __syncthreads();
        if (threadIdx.x == 0 && i + 2 < tiles) {
            (void)cuda::device::barrier_arrive_tx(full[s], 1, bytes);
            cuda::device::memcpy_async_tx(tile[s], from + (i + 2) * threads, cuda::aligned_size_t<16>(bytes), full[s]);
        }
    }
    out[threadIdx.x] = sum;
}

int main()
{
    device_array<int> from(tiles * bytes / sizeof(int)), out(threads);
    fill<<<tiles, threads>>>(from);
    add_up<<<1, threads>>>(from, out);
    return check(out, [](int i) { return 3 * (tiles * (threads - 1 - i) + threads * tiles * (tiles - 1) / 2); });
}
