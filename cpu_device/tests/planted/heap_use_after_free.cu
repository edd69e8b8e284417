// SPDX-License-Identifier: MIT
// heap_use_after_free.cu: a kernel frees a node of a list and then takes its successor from it.
// CPU exits 1
// CPU finds illegal-address
// CPU says kernel drop, block (0,0,0), thread (0,0,0), at heap_use_after_free.cu:{next}
// CPU says in 16 bytes from new in a kernel at heap_use_after_free.cu:{new}, freed at heap_use_after_free.cu:{delete}
// memcheck exits 3
// memcheck prints Invalid __global__ read of size 8 bytes
// memcheck prints in heap_use_after_free.cu:{next}
#include "../kernel_run.h"

struct node {
    int value;
    node *next;
};

__device__ node *head;

__global__ void build(int n)
{
    for (int i = 0; i < n; i++)
        head = new node{i, head}; // {new}
}

__global__ void drop(int *sum)
{
    for (node *one = head, *next; one != NULL; one = next) {
        *sum += one->value;
#ifdef FIXED
        next = one->next;
#endif
        delete one; // {delete}
#ifndef FIXED
        next = one->next; // {next}
#endif
    }
}

int main()
{
    device_array<int> sum(1, zeros);
    build<<<1, 1>>>(10);
    drop<<<1, 1>>>(sum);
    return check(sum, 45);
}
