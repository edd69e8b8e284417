// SPDX-License-Identifier: MIT
// deep_null_pointer.cu: a null pointer is used far down in a recursion, with most of the thread's stack taken.
// CPU exits 3
// CPU finds illegal-address
// CPU says kernel count_nodes, block (0,0,0), thread (7,0,0), at deep_null_pointer.cu:{value}
// CPU says reads address 0x0: a null pointer, or an element of one
// CPU says SUMMARY: 1 error, 0 warnings
// CPU prints an illegal memory access was encountered
#include <stdio.h>

struct node {
    long value;
    node *next;
};

const int n = 2000; // of a frame of some 200 bytes each

__device__ long sum_from(const node *at)
{
    volatile long keep[20];
    keep[at->value % 20] = at->value; // {value}
    long rest = sum_from(at->next);
    return rest + keep[at->value % 20];
}

__global__ void count_nodes(const node *list, long *sum)
{
    if (threadIdx.x == 7)
        *sum = sum_from(list);
}

__global__ void link_nodes(node *nodes)
{
    for (int i = 0; i < n; i++) {
        nodes[i].value = i;
        nodes[i].next = i + 1 < n ? nodes + i + 1 : nullptr; // nothing asks whether there is a next one
    }
}

int main()
{
    node *nodes;
    long *sum;
    cudaMalloc(&nodes, n * sizeof(node));
    cudaMalloc(&sum, sizeof(long));
    link_nodes<<<1, 1>>>(nodes);
    count_nodes<<<1, 32>>>(nodes, sum);
    puts(cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
