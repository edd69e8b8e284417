// SPDX-License-Identifier: MIT
// blocks_flag_each_thread.cu: every thread hands a value to its counterpart in the next block by a flag of its own: set
// by atomicExch, waited for by atomicAdd of 0, with fences on both sides and no barrier.
#include "../kernel_run.h"

const int threads = 48, blocks = 9;

struct slot {
    int value, ready;
};

__global__ void pass_on(slot *slots, int *out)
{
    int i = blockIdx.x * threads + threadIdx.x, value = threadIdx.x;
    if (blockIdx.x > 0) {
        slot *mine = &slots[i - threads];
        while (atomicAdd(&mine->ready, 0) == 0)
            ;
        __threadfence();
        value = 2 * mine->value;
        mine->value = -1; // nobody else needs it
    }
    slots[i].value = value + 1;
    __threadfence();
    atomicExch(&slots[i].ready, 1);
    if (blockIdx.x == blocks - 1)
        out[threadIdx.x] = value;
}

int main()
{
    device_array<slot> slots(blocks * threads, zeros);
    device_array<int> out(threads);
    pass_on<<<blocks, threads>>>(slots, out);
    return check(out, [](int t) {
        int right = t;
        for (int b = 1; b < blocks; b++)
            right = 2 * (right + 1);
        return right;
    });
}
