// SPDX-License-Identifier: MIT
// host_memory.cu: managed memory that host and kernels use in turn, also a linked list and a __managed__ variable;
// pinned memory that is mapped; memory of the host's own, registered.
//
// To memcheck a __managed__ variable is a leak:
// memcheck exits 3
// memcheck prints Leaked 4 bytes
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const int n = 1000;

struct node {
    int value;
    node *next;
};

__managed__ int total;

__global__ void add_list(const node *list)
{
    for (const node *at = list; at != nullptr; at = at->next)
        total += at->value;
}

__global__ void fill(int *values, int first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] = first + i;
}

__global__ void change(int *values, const int *more)
{
    __shared__ int cache[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cache[threadIdx.x] = i < n ? more[i] : 0;
    __syncthreads();
    if (i < n)
        values[i] += cache[threadIdx.x];
}

int main()
{
    node *nodes;
    int *managed, *pinned, *device_view, *registered;
    if (cudaMallocManaged(&nodes, 10 * sizeof(node)) != cudaSuccess ||
        cudaMallocManaged(&managed, n * sizeof(int)) != cudaSuccess ||
        cudaHostAlloc(&pinned, n * sizeof(int), cudaHostAllocMapped) != cudaSuccess ||
        cudaHostGetDevicePointer(&device_view, pinned, 0) != cudaSuccess)
        return 1;
    int *own = (int *)malloc(n * sizeof(int));
    if (own == nullptr || cudaHostRegister(own, n * sizeof(int), cudaHostRegisterMapped) != cudaSuccess ||
        cudaHostGetDevicePointer(&registered, own, 0) != cudaSuccess)
        return 1;
    for (int i = 0; i < 10; i++)
        nodes[i] = {i * i, i > 0 ? &nodes[i - 1] : nullptr};
    total = 5;
    add_list<<<1, 1>>>(&nodes[9]);
    if (cudaDeviceSynchronize() != cudaSuccess || total != 5 + 285)
        return 1;
    fill<<<(n + 127) / 128, 128>>>(managed, 7);
    fill<<<(n + 127) / 128, 128>>>(device_view, 100);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++) {
        managed[i] *= 2;
        own[i] = pinned[i] + 1;
    }
    memset(pinned, 0, n * sizeof(int) / 2);
    change<<<(n + 127) / 128, 128>>>(managed, registered);
    change<<<(n + 127) / 128, 128>>>(device_view, managed);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        if (managed[i] != 2 * (7 + i) + 101 + i || pinned[i] != managed[i] + (i < n / 2 ? 0 : 100 + i))
            return 1;
    cudaHostUnregister(own);
    free(own);
    cudaFree(nodes);
    cudaFree(managed);
    return cudaFreeHost(pinned) != cudaSuccess;
}
