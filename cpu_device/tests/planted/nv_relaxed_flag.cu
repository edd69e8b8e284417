// SPDX-License-Identifier: MIT
// nv_relaxed_flag.cu: a flag is the sign that data is there, by __nv_atomic functions, but nothing orders the two.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

#ifndef FIXED
#define GIVING __NV_ATOMIC_RELAXED
#define TAKING __NV_ATOMIC_RELAXED
#else
#define GIVING __NV_ATOMIC_RELEASE
#define TAKING __NV_ATOMIC_ACQUIRE
#endif
#define SCOPE __NV_THREAD_SCOPE_DEVICE

struct mailbox {
    int full, letter;
};

__global__ void pass(mailbox *box, int *out)
{
    if (blockIdx.x == 0) {
        box->letter = 42;                                  // {write}
        __nv_atomic_store_n(&box->full, 1, GIVING, SCOPE); // {store}
    } else {
        while (__nv_atomic_load_n(&box->full, TAKING, SCOPE) == 0) // {load}
            ;
        *out = box->letter; // {read}
    }
}

int main()
{
    device_array<mailbox> box(1, zeros);
    device_array<int> out(1);
    pass<<<2, 1>>>(box, out);
    return check_fixed(out, 42);
}
