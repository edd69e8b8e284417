// SPDX-License-Identifier: MIT
// blocks_linked_queue.cu: many threads append to one linked queue: atomicExch of the tail tells each whom it follows,
// and then it stores a volatile link in that one, after a fence. The last block walks along the links while they are
// being made, waits where one is missing yet, and changes what it finds.
#include <stdio.h>

const int threads = 48, blocks = 5, n = threads * blocks;

struct node {
    node *volatile next;
    int value;
    unsigned char from, seen;
};

__device__ node nodes[n + 1]; // the last one is the head
__device__ node *tail;
__device__ long long sum;

__global__ void begin()
{
    tail = &nodes[n];
}

__global__ void run()
{
    if (blockIdx.x < blocks) {
        int i = blockIdx.x * threads + threadIdx.x;
        node *mine = &nodes[i];
        mine->value = i * 3;
        mine->from = blockIdx.x;
        __threadfence();
        node *before = (node *)atomicExch((unsigned long long *)&tail, (unsigned long long)mine);
        __threadfence();
        before->next = mine;
    } else if (threadIdx.x == 11) {
        const node *last_of_block[blocks] = {};
        node *at = &nodes[n];
        for (int k = 0; k < n; k++) {
            node *next;
            while ((next = at->next) == NULL)
                __nanosleep(20);
            __threadfence();
            at = next;
            sum += at->value;
            at->value = -at->value;
            at->seen = at->from + 1;
            last_of_block[at->from] = at;
        }
        for (const node *last : last_of_block)
            sum += last->seen * 1000;
    }
}

int main()
{
    static node result[n + 1];
    long long total, right = 1000 * blocks * (blocks + 1) / 2;
    begin<<<1, 1>>>();
    run<<<blocks + 1, threads>>>();
    if (cudaMemcpyFromSymbol(result, nodes, sizeof nodes) != cudaSuccess ||
        cudaMemcpyFromSymbol(&total, sum, sizeof total) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++) {
        right += i * 3;
        if (result[i].value != -i * 3 || result[i].seen != i / threads + 1)
            return 1;
    }
    return total != right;
}
