// SPDX-License-Identifier: MIT
// libcu_copy_before_wait.cu: a thread arrives at the barrier of its copy, and reads before it waits there.
// CPU exits 3
// CPU finds uninitialized-shared
// CPU says reads tile[
// CPU says The data of an asynchronous copy arrive only when the thread waits for the copy.
// To synccheck the arrival of a copy is one that no thread waits for:
// memcheck exits 0
// fixed-synccheck exits 3
#include <cuda/barrier>
#include <utility>

#include "../kernel_run.h"

const int threads = 64;

__global__ void twice(const int *in, int *out)
{
    __shared__ int tile[threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> here;
    if (threadIdx.x == 0)
        init(&here, threads);
    __syncthreads();
    cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int), here);
    auto arrived = here.arrive();
#ifdef FIXED
    here.wait(std::move(arrived));
    out[threadIdx.x] = 2 * tile[threadIdx.x];
#else
    out[threadIdx.x] = 2 * tile[threadIdx.x]; // {load}
    here.wait(std::move(arrived));
#endif
}

int main()
{
    device_array<int> in(threads, [](int i) { return i; }), out(threads);
    twice<<<1, threads>>>(in, out);
    return check_fixed(out, [](int i) { return 2 * i; });
}
