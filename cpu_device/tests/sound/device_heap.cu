// SPDX-License-Identifier: MIT
// device_heap.cu: kernels allocate with malloc() and new, hand pointers to one another and to a later kernel, and free.
#include <stdlib.h>

#include "../kernel_run.h"

const int threads = 64;

struct node {
    int value;
    node *next;
};

__device__ node *lists[threads];

__global__ void build()
{
    __shared__ int *line;
    int t = threadIdx.x;
    if (t == 0)
        line = (int *)malloc(threads * sizeof(int));
    __syncthreads();
    line[t] = t * t;
    __syncthreads();
    int other = line[threads - 1 - t];
    __syncthreads();
    if (t == 0)
        free(line);
    lists[t] = nullptr;
    for (int i = 0; i < 3; i++)
        lists[t] = new node{other + i, lists[t]};
}

__global__ void add(int *out)
{
    int sum = 0;
    for (node *at = lists[threads - 1 - threadIdx.x]; at != nullptr;) {
        node *next = at->next;
        sum += at->value;
        delete at;
        at = next;
    }
    int *own = new int[10];
    for (int i = 0; i < 10; i++)
        own[i] = i;
    for (int i = 0; i < 10; i++)
        sum += own[i];
    delete[] own;
    out[threadIdx.x] = sum;
}

int main()
{
    device_array<int> out(threads);
    build<<<1, threads>>>();
    add<<<1, threads>>>(out);
    return check(out, [](int t) { return 3 * t * t + 3 + 45; });
}
