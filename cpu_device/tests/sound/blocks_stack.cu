// SPDX-License-Identifier: MIT
// blocks_stack.cu: a stack without locks: its head is one 64-bit word, the index of a node beside a number that every
// change steps on, so that an old head is never taken for a new one. A node's link is volatile, since one that lost may
// look at it late; its plain content is only touched by who has popped it, and nodes are pushed again and again.
#include <stdio.h>

const int threads = 32, blocks = 6, nodes = 10, rounds = 4;
typedef unsigned long long word;

struct node {
    volatile int next;
    int uses, sum;
};

__device__ node pool[nodes];
__device__ word head;
__device__ int missed;

__device__ void push(int index)
{
    word old = atomicAdd(&head, 0ull), seen;
    do {
        seen = old;
        pool[index].next = (int)(unsigned)seen;
        __threadfence();
        old = atomicCAS(&head, seen, ((seen >> 32) + 1) << 32 | (unsigned)index);
    } while (old != seen);
}

__device__ int pop()
{
    word old = atomicAdd(&head, 0ull), seen;
    do {
        seen = old;
        int index = (int)(unsigned)seen;
        if (index < 0)
            return -1;
        __threadfence();
        old = atomicCAS(&head, seen, ((seen >> 32) + 1) << 32 | (unsigned)pool[index].next);
    } while (old != seen);
    __threadfence();
    return (int)(unsigned)seen;
}

__global__ void fill()
{
    head = 0xffffffffull;
    for (int i = 0; i < nodes; i++)
        push(i);
}

__global__ void use()
{
    if (threadIdx.x % 8 != 0)
        return;
    for (int round = 0; round < rounds; round++) {
        int index = pop();
        if (index < 0) {
            atomicAdd(&missed, 1);
            continue;
        }
        pool[index].uses++;
        pool[index].sum += blockIdx.x;
        push(index);
    }
}

int main()
{
    fill<<<1, 1>>>();
    use<<<blocks, threads>>>();
    node result[nodes];
    int uses, sum = 0;
    if (cudaMemcpyFromSymbol(&uses, missed, sizeof uses) != cudaSuccess ||
        cudaMemcpyFromSymbol(result, pool, sizeof pool) != cudaSuccess)
        return 1;
    bool none_missed = uses == 0;
    for (node &n : result) {
        uses += n.uses;
        sum += n.sum;
    }
    return uses != threads / 8 * blocks * rounds || (none_missed && sum != 4 * rounds * blocks * (blocks - 1) / 2);
}
