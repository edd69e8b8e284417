// SPDX-License-Identifier: MIT
// nv_atomic_locks.cu: locks, tickets, a queue within a block, and the last block's sum, by __nv_atomic functions with
// an order and a scope. Everything between is plain.
#include "../kernel_run.h"

#define DEVICE __NV_THREAD_SCOPE_DEVICE
#define BLOCK __NV_THREAD_SCOPE_BLOCK

struct state {
    int held, swapped, next, serving, finished, sum, by_swap, by_ticket, total, parts[16];
};

__global__ void locks(state *s)
{
    while (__nv_atomic_exchange_n(&s->held, 1, __NV_ATOMIC_ACQUIRE, DEVICE) != 0)
        ;
    s->sum += 1;
    __nv_atomic_store_n(&s->held, 0, __NV_ATOMIC_RELEASE, DEVICE);

    int open = 0;
    while (
        !__nv_atomic_compare_exchange_n(&s->swapped, &open, 1, true, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELAXED, DEVICE))
        open = 0;
    s->by_swap += 1;
    __nv_atomic_exchange_n(&s->swapped, 0, __NV_ATOMIC_RELEASE, DEVICE);

    int mine = __nv_atomic_fetch_add(&s->next, 1, __NV_ATOMIC_RELAXED, DEVICE);
    while (__nv_atomic_load_n(&s->serving, __NV_ATOMIC_ACQUIRE, DEVICE) != mine)
        ;
    s->by_ticket += 1;
    __nv_atomic_add(&s->serving, 1, __NV_ATOMIC_RELEASE, DEVICE);
}

// Thread 0 gives each other thread of its block a number, by flags of the block; fences stand by themselves.
__global__ void hand_out(int *out)
{
    __shared__ int ready[64], letter[64];
    int t = threadIdx.x;
    ready[t] = 0;
    __syncthreads();
    if (t == 0) {
        for (int i = 1; i < 64; i++) {
            letter[i] = i * i;
            __nv_atomic_thread_fence(__NV_ATOMIC_RELEASE, BLOCK);
            __nv_atomic_store_n(&ready[i], 1, __NV_ATOMIC_RELAXED, BLOCK);
        }
    } else {
        while (__nv_atomic_load_n(&ready[t], __NV_ATOMIC_RELAXED, BLOCK) == 0)
            ;
        __nv_atomic_thread_fence(__NV_ATOMIC_ACQUIRE, BLOCK);
        out[t] = letter[t];
    }
}

__global__ void last_block(state *s)
{
    s->parts[blockIdx.x] = blockIdx.x + 1;
    if (__nv_atomic_fetch_add(&s->finished, 1, __NV_ATOMIC_ACQ_REL, DEVICE) == (int)gridDim.x - 1)
        for (int i = 0; i < (int)gridDim.x; i++)
            s->total += s->parts[i];
}

int main()
{
    int out[64];
    device_array<state> s(1, zeros);
    device_array<int> dev_out(64);
    locks<<<8, 1>>>(s);
    hand_out<<<1, 64>>>(dev_out);
    last_block<<<16, 1>>>(s);
    if (finish(s) != 0)
        return 1;
    HANDLE_ERROR(cudaMemcpy(out + 1, dev_out + 1, sizeof out - sizeof *out, cudaMemcpyDeviceToHost));
    bool right =
        s.on_host->sum == 8 && s.on_host->by_swap == 8 && s.on_host->by_ticket == 8 && s.on_host->total == 16 * 17 / 2;
    for (int i = 1; i < 64; i++)
        right &= out[i] == i * i;
    return !right;
}
