// SPDX-License-Identifier: MIT
// atomics_integer.cu: atomic functions on integers of every type, in global and in shared memory, and what they return.

#include <limits.h>
#include <stdio.h>

#include "../handle_error.h"

typedef unsigned long long u64;

struct results {
    int added, subtracted, lowest, highest, bits_and, bits_or, bits_xor, exchanged, old_sum;
    unsigned int u_added, u_subtracted, u_lowest, u_highest, u_and, u_or, u_xor;
    u64 l_added, l_lowest, l_highest, l_and, l_or, l_xor, l_exchanged;
    long long s_lowest, s_highest;
    int scoped[4]; // for the functions that are atomic in a block or in the system
};

__device__ void update(results *r, int i)
{
    atomicAdd(&r->added, i);
    atomicSub(&r->subtracted, 2 * i);
    atomicMin(&r->lowest, 500 - i);
    atomicMax(&r->highest, i - 500);
    atomicAnd(&r->bits_and, ~(1 << i % 20));
    atomicOr(&r->bits_or, 1 << i % 25);
    atomicXor(&r->bits_xor, i);
    atomicExch(&r->exchanged, 77);

    atomicAdd(&r->u_added, 3000000000u); // wraps round
    atomicSub(&r->u_subtracted, 1u);
    atomicMin(&r->u_lowest, 0x80000000u + i);
    atomicMax(&r->u_highest, 0x80000000u + i);
    atomicAnd(&r->u_and, 0xffff0000u);
    atomicOr(&r->u_or, 0x80000000u);
    atomicXor(&r->u_xor, 1u << i % 32);

    atomicAdd(&r->l_added, 1ull << 32);
    atomicMin(&r->l_lowest, (1ull << 63) - i);
    atomicMax(&r->l_highest, (1ull << 63) + i);
    atomicAnd(&r->l_and, ~(1ull << i % 60));
    atomicOr(&r->l_or, 1ull << i % 60);
    atomicXor(&r->l_xor, (u64)i << 40);
    atomicExch(&r->l_exchanged, 1ull << 50);
    atomicMin(&r->s_lowest, -(1ll << 40) + i);
    atomicMax(&r->s_highest, (long long)i - 5000);
}

__global__ void in_global(results *r)
{
    update(r, threadIdx.x + blockIdx.x * blockDim.x);
}

// Each block updates its own in shared memory; `from` gives the beginning.
__global__ void in_shared(results *r, const results *from)
{
    __shared__ results mine;
    if (threadIdx.x == 0)
        mine = *from;
    __syncthreads();
    update(&mine, threadIdx.x);
    atomicAdd_block(&mine.scoped[0], 1);
    atomicAdd_system(&mine.scoped[1], 2);
    atomicMax_block(&mine.scoped[2], (int)threadIdx.x);
    atomicExch_system(&mine.scoped[3], 9);
    atomicAdd(&mine.old_sum, atomicAdd(&mine.exchanged, 0)); // read by adding nothing
    __syncthreads();
    if (threadIdx.x == 0)
        r[blockIdx.x] = mine;
}

// The old values of n additions of 1 are 0 to n-1, each once.
__global__ void old_values(unsigned int *counter, unsigned int *seen)
{
    atomicAdd(&seen[atomicAdd(counter, 1u)], 1u);
}

static void show(const results &r)
{
    printf("%d %d %d %d %x %x %x %d %d\n", r.added, r.subtracted, r.lowest, r.highest, (unsigned int)r.bits_and,
           (unsigned int)r.bits_or, (unsigned int)r.bits_xor, r.exchanged, r.old_sum);
    printf("%u %u %x %x %x %x %x\n", r.u_added, r.u_subtracted, r.u_lowest, r.u_highest, r.u_and, r.u_or, r.u_xor);
    printf("%llx %llx %llx %llx %llx %llx %llx %lld %lld\n", r.l_added, r.l_lowest, r.l_highest, r.l_and, r.l_or,
           r.l_xor, r.l_exchanged, r.s_lowest, r.s_highest);
    printf("%d %d %d %d\n", r.scoped[0], r.scoped[1], r.scoped[2], r.scoped[3]);
}

int main(void)
{
    const int blocks = 4, threads = 250;
    results begin = {}, out[2], *dev_out;
    begin.lowest = INT_MAX, begin.highest = INT_MIN, begin.bits_and = -1;
    begin.u_lowest = UINT_MAX, begin.u_and = UINT_MAX, begin.l_lowest = ULLONG_MAX, begin.l_and = ULLONG_MAX;
    begin.s_lowest = LLONG_MAX, begin.s_highest = LLONG_MIN;
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, 3 * sizeof *dev_out));
    HANDLE_ERROR(cudaMemcpy(dev_out, &begin, sizeof begin, cudaMemcpyHostToDevice));
    in_shared<<<2, threads>>>(dev_out + 1, dev_out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out + 1, sizeof out, cudaMemcpyDeviceToHost));
    show(out[0]);
    show(out[1]);
    in_global<<<blocks, threads>>>(dev_out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof *out, cudaMemcpyDeviceToHost));
    show(out[0]);

    unsigned int seen[1001], *dev_seen, wrong = 0;
    HANDLE_ERROR(cudaMalloc((void **)&dev_seen, sizeof seen));
    HANDLE_ERROR(cudaMemset(dev_seen, 0, sizeof seen));
    old_values<<<blocks, threads>>>(dev_seen + 1000, dev_seen);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(seen, dev_seen, sizeof seen, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 1000; i++)
        wrong += seen[i] != 1;
    printf("counted to %u, %u old values wrong\n", seen[1000], wrong);
    HANDLE_ERROR(cudaFree(dev_out));
    HANDLE_ERROR(cudaFree(dev_seen));
    return 0;
}
