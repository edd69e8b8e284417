// SPDX-License-Identifier: MIT
// global_hash_insert.cu: a thread looks for a free slot of a hash table and takes it; so may another between the two.
// CPU exits 3
// CPU finds race-global: writes {take}, reads {look}
// CPU says use one atomic for both, such as atomicCAS()
// all exits 0
#include <stdio.h>

const unsigned slots = 128, keys = 80;

__global__ void insert(unsigned *table)
{
    unsigned key = threadIdx.x + 1, slot = key * 2654435761u % (slots / 4);
    for (unsigned tries = 0; tries < slots; tries++, slot = (slot + 1) % slots) {
#ifndef FIXED
        if (table[slot] == 0) { // {look}
            table[slot] = key;  // {take}
            return;
        }
#else
        if (atomicCAS(&table[slot], 0u, key) == 0)
            return;
#endif
    }
}

int main()
{
    unsigned *dev_table, table[slots] = {};
    if (cudaMalloc(&dev_table, sizeof table) != cudaSuccess || cudaMemset(dev_table, 0, sizeof table) != cudaSuccess)
        return 1;
    insert<<<1, keys>>>(dev_table);
    cudaError_t error = cudaMemcpy(table, dev_table, sizeof table, cudaMemcpyDeviceToHost);
    cudaFree(dev_table);
    unsigned sum = 0, count = 0;
    for (unsigned slot = 0; slot < slots; slot++) {
        sum += table[slot];
        count += table[slot] != 0;
    }
    printf("%s, %u keys\n", cudaGetErrorString(error), count);
#ifdef FIXED
    if (count != keys || sum != keys * (keys + 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
