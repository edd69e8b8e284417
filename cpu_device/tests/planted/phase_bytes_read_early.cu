// SPDX-License-Identifier: MIT
// phase_bytes_read_early.cu: the tile is read between the arrival and the wait, when the copy may be on its way.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds race-shared
// CPU says tile[
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cuda/barrier>
#include <utility>

#include "../kernel_run.h"

const int threads = 64, bytes = threads * sizeof(int);

__global__ void fill(int *from)
{
    from[threadIdx.x] = 3 * threadIdx.x;
}

__global__ void twice(const int *from, int *out)
{
    __shared__ alignas(16) int tile[threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> there;
    if (threadIdx.x == 0)
        init(&there, threads); // {init}
    __syncthreads();
    cuda::barrier<cuda::thread_scope_block>::arrival_token token;
    if (threadIdx.x == 0) {
        cuda::device::memcpy_async_tx(tile, from, cuda::aligned_size_t<16>(bytes), there);
        token = cuda::device::barrier_arrive_tx(there, 1, bytes);
    } else
        token = there.arrive();
#ifdef FIXED
    there.wait(std::move(token));
    out[threadIdx.x] = 2 * tile[threadIdx.x];
#else
    if (threadIdx.x != 0)
        out[threadIdx.x] = 2 * tile[threadIdx.x]; // {load}
    there.wait(std::move(token));
#endif
}

int main()
{
    device_array<int> out(threads, zeros), from(threads);
    fill<<<1, threads>>>(from);
    twice<<<1, threads>>>(from, out);
    return check_fixed(out, [](int i) { return 6 * i; });
}
