// SPDX-License-Identifier: MIT
// nv_scope_flag.cu: the first block writes a table and releases it by __nv_atomic functions of block scope, which the
// other blocks need never see.
// CPU exits 3
// CPU finds race-between-blocks: writes atomically {release}, reads {acquire}
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int entries = 16;

#ifndef FIXED
#define SCOPE __NV_THREAD_SCOPE_BLOCK
#else
#define SCOPE __NV_THREAD_SCOPE_DEVICE
#endif

__global__ void look_up(int *table, int *ready, int *out)
{
    if (blockIdx.x == 0) {
        for (int i = 0; i < entries; i++)
            table[i] = i * i;                                      // {write}
        __nv_atomic_store_n(ready, 1, __NV_ATOMIC_RELEASE, SCOPE); // {release}
    } else {
        while (__nv_atomic_load_n(ready, __NV_ATOMIC_ACQUIRE, SCOPE) == 0) // {acquire}
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
