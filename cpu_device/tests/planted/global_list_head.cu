// SPDX-License-Identifier: MIT
// global_list_head.cu: every thread puts its node in front of a list, and two that do so at once lose one of them.
// CPU exits 3
// CPU finds race-global: writes {link}, reads {look}
// CPU says variable head
// all exits 0
#include <stdio.h>

struct node {
    int value, next;
};

const int nodes = 45, end_of_list = -1;

__device__ int head = end_of_list;

__global__ void push(node *all)
{
    int mine = threadIdx.x;
    all[mine].value = mine * mine;
#ifndef FIXED
    all[mine].next = head; // {look}
    head = mine;           // {link}
#else
    all[mine].next = atomicExch(&head, mine);
#endif
}

int main()
{
    node *dev_all, all[nodes];
    if (cudaMalloc(&dev_all, sizeof all) != cudaSuccess || cudaMemset(dev_all, 0, sizeof all) != cudaSuccess)
        return 1;
    push<<<1, nodes>>>(dev_all);
    int first = end_of_list, count = 0, sum = 0;
    cudaError_t error = cudaMemcpy(all, dev_all, sizeof all, cudaMemcpyDeviceToHost);
    if (error == cudaSuccess)
        error = cudaMemcpyFromSymbol(&first, head, sizeof first);
    cudaFree(dev_all);
    for (int i = first; i != end_of_list && count < nodes; i = all[i].next) {
        count++;
        sum += all[i].value;
    }
    printf("%s, %d\n", cudaGetErrorString(error), count);
#ifdef FIXED
    if (count != nodes || sum != (nodes - 1) * nodes * (2 * nodes - 1) / 6)
        return 1;
#endif
    return error != cudaSuccess;
}
