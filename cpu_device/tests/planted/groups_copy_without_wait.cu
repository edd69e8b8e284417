// SPDX-License-Identifier: MIT
// groups_copy_without_wait.cu: the block waits at a barrier after memcpy_async(), but no thread waits for the copy.
// CPU exits 3
// CPU finds uninitialized-shared
// CPU says reads tile[
// CPU says The data of an asynchronous copy arrive only when the thread waits for the copy.
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int threads = 64;

__global__ void reverse(const int *in, int *out)
{
    __shared__ int tile[threads];
    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in, sizeof tile);
#ifdef FIXED
    cg::wait(block);
#else
    block.sync();
#endif
    out[block.thread_rank()] = tile[threads - 1 - block.thread_rank()]; // {load}
}

int main()
{
    device_array<int> in(threads, [](int i) { return i; }), out(threads);
    reverse<<<1, threads>>>(in, out);
    return check_fixed(out, [](int i) { return threads - 1 - i; });
}
