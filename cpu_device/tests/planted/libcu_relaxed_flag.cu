// SPDX-License-Identifier: MIT
// libcu_relaxed_flag.cu: a cuda::atomic flag is stored and loaded with relaxed order, so it does not order the data.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <cstdio>
#include <cuda/atomic>

#include "../kernel_run.h"

#ifndef FIXED
constexpr auto giving = cuda::std::memory_order_relaxed, taking = cuda::std::memory_order_relaxed;
#else
constexpr auto giving = cuda::std::memory_order_release, taking = cuda::std::memory_order_acquire;
#endif

struct mailbox {
    cuda::atomic<int, cuda::thread_scope_device> full;
    int letter;
};

__global__ void pass(mailbox *box, int *out)
{
    if (blockIdx.x == 0) {
        box->letter = 42; // {write}
        box->full.store(1, giving);
    } else {
        while (box->full.load(taking) == 0)
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
