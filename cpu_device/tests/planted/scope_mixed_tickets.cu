// SPDX-License-Identifier: MIT
// scope_mixed_tickets.cu: all blocks draw tickets from one roll, but the odd ones draw with atomicAdd_block().
// CPU exits 3
// CPU finds race-between-blocks
// CPU says writes atomically at scope_mixed_tickets.cu:
// CPU says writes atomically at scope_mixed_tickets.cu:
// all exits 0
#include "../kernel_run.h"

const int blocks = 4, threads = 24, tickets = blocks * threads;

#ifndef FIXED
__device__ int draw_in_block(int *roll)
{
    return atomicAdd_block(roll, 1);
}
#else
__device__ int draw_in_block(int *roll)
{
    return atomicAdd(roll, 1);
}
#endif

__device__ int draw(int *roll)
{
    return atomicAdd(roll, 1);
}

__global__ void hand_out(int *roll, unsigned char *owners)
{
    int ticket = blockIdx.x % 2 ? draw_in_block(roll) : draw(roll);
    owners[ticket] = (unsigned char)(blockIdx.x + 1);
}

int main()
{
    device_array<int> roll(1, zeros);
    device_array<unsigned char> owners(tickets, zeros);
    hand_out<<<blocks, threads>>>(roll, owners);
    if (finish(owners) != 0)
        return 1;
    int per_block[blocks + 1] = {};
    for (int i = 0; i < tickets; i++)
        per_block[owners.on_host[i]]++;
#ifdef FIXED
    for (int block = 1; block <= blocks; block++)
        if (per_block[block] != threads)
            return 1;
#endif
    return 0;
}
