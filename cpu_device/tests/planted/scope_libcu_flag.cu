// SPDX-License-Identifier: MIT
// scope_libcu_flag.cu: the first block writes a table and releases it by a cuda::atomic_ref of thread_scope_block,
// which the other blocks need never see.
// Needs libcu++ 3.
// CPU exits 3
// CPU finds race-between-blocks: writes atomically {release}, reads {acquire}
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <cuda/atomic>

#include "../kernel_run.h"

const int entries = 16;

#ifndef FIXED
const cuda::thread_scope scope = cuda::thread_scope_block;
#else
const cuda::thread_scope scope = cuda::thread_scope_device;
#endif

__global__ void look_up(int *table, int *ready, int *out)
{
    cuda::atomic_ref<int, scope> flag(*ready);
    if (blockIdx.x == 0) {
        for (int i = 0; i < entries; i++)
            table[i] = i * i;                           // {write}
        flag.store(1, cuda::std::memory_order_release); // {release}
    } else {
        while (flag.load(cuda::std::memory_order_acquire) == 0) // {acquire}
            ;
        out[blockIdx.x - 1] = table[blockIdx.x + 2]; // {read}
    }
}

int main()
{
    device_array<int> table(entries), ready(1, zeros), out(3);
    look_up<<<4, 1>>>(table, ready, out);
    return finish(out) || (is_fixed && (out.on_host[0] != 9 || out.on_host[1] != 16 || out.on_host[2] != 25));
}
