// SPDX-License-Identifier: MIT
// blocks_ticket_lock.cu: a lock that serves in the order of its tickets: atomicAdd draws one, a volatile number says
// whose turn it is, and whoever has done with it passes it on by a volatile store after a fence.
#include "../kernel_run.h"

const int threads = 32, blocks = 25, rounds = 3;

struct ticket_lock {
    unsigned next;
    volatile unsigned serving;
};

__device__ ticket_lock doors;
__device__ int history[rounds * blocks], entries;

__global__ void enter()
{
    if (threadIdx.x != 0)
        return;
    for (int round = 0; round < rounds; round++) {
        unsigned ticket = atomicAdd(&doors.next, 1u);
        while (doors.serving != ticket)
            __nanosleep(50);
        __threadfence();
        history[entries] = ticket;
        entries++;
        __threadfence();
        doors.serving = ticket + 1;
    }
}

int main()
{
    enter<<<blocks, threads>>>();
    return check(variable(history), [](int i) { return i; });
}
