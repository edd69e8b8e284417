// SPDX-License-Identifier: MIT
// heap_double_free.cu: a list's last node is freed by the loop, and then once more as its tail.
// CPU exits 1
// CPU finds double-free-in-kernel
// CPU says kernel drop, block (0,0,0), thread (0,0,0), at heap_double_free.cu:{again}
// CPU says free(): in 16 bytes from malloc() in a kernel at heap_double_free.cu:{malloc}, freed at heap_double_free.cu:{free}
// CPU says cudaErrorLaunchFailure
// memcheck exits 3
// memcheck prints Program hit cudaErrorLaunchFailure (error 719)
#include "../kernel_run.h"

struct node {
    int value;
    node *next;
};

__device__ node *head, *tail;

__global__ void build(int n)
{
    for (int i = 0; i < n; i++) {
        node *one = (node *)malloc(sizeof(node)); // {malloc}
        *one = {i, head};
        if (head == NULL)
            tail = one;
        head = one;
    }
}

__global__ void drop(int *sum)
{
    while (head != NULL) {
        node *next = head->next;
        *sum += head->value;
        free(head); // {free}
        head = next;
    }
#ifndef FIXED
    free(tail); // {again}
#endif
}

int main()
{
    device_array<int> sum(1, zeros);
    build<<<1, 1>>>(10);
    drop<<<1, 1>>>(sum);
    return check(sum, 45);
}
