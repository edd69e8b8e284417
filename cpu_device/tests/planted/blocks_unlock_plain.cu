// SPDX-License-Identifier: MIT
// blocks_unlock_plain.cu: a lock is taken by an atomic and given back by a plain store.
// CPU exits 3
// CPU finds race-between-blocks: writes atomically {lock}, writes {unlock}
// all exits 0
#include "../kernel_run.h"

const int blocks = 12;

__global__ void count(int *mutex, int *total)
{
    while (atomicCAS(mutex, 0, 1) != 0) // {lock}
        ;
    __threadfence();
    *total += 1;
    __threadfence();
#ifndef FIXED
    *mutex = 0; // {unlock}
#else
    atomicExch(mutex, 0);
#endif
}

int main()
{
    device_array<int> result(2, zeros);
    count<<<blocks, 1>>>(result, result + 1);
    return finish(result) || (is_fixed && result.on_host[1] != blocks);
}
