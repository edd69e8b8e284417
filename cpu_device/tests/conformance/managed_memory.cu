// SPDX-License-Identifier: MIT
// managed_memory.cu: memory that host and device use at one address: cudaMallocManaged, __managed__, and what
// cudaPointerGetAttributes says of each kind of memory.
// Errors on purpose.

#include <stdio.h>
#include <stdlib.h>

#include "../handle_error.h"

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

const int N = 2048;

__managed__ int counter = 5;
__managed__ int table[4] = {1, 2, 3, 4};

struct node {
    int value;
    node *next;
};

__global__ void twice(int *numbers)
{
    numbers[threadIdx.x + blockIdx.x * blockDim.x] *= 2;
}

__global__ void use_managed_variables()
{
    counter += table[3];
    table[0] = counter;
}

// Follows a list that the host has linked.
__global__ void sum_list(const node *first, int *sum)
{
    for (const node *n = first; n != NULL; n = n->next)
        *sum += n->value;
}

static void show_kind(const char *what, const void *pointer)
{
    cudaPointerAttributes attributes;
    HANDLE_ERROR(cudaPointerGetAttributes(&attributes, pointer));
    const char *kinds[] = {"unregistered", "host", "device", "managed"};
    printf("%s: %s", what, kinds[attributes.type]);
    if (attributes.type != cudaMemoryTypeUnregistered)
        printf(", device pointer %s, host pointer %s", attributes.devicePointer == pointer ? "the same" : "other",
               attributes.hostPointer == pointer ? "the same" : "other");
    printf("\n");
}

int main(void)
{
    int *numbers;
    HANDLE_ERROR(cudaMallocManaged((void **)&numbers, N * sizeof *numbers));
    for (int i = 0; i < N; i++)
        numbers[i] = i;
    twice<<<N / 256, 256>>>(numbers);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += numbers[i];
    printf("twice: %d\n", sum);

    // copies and fills take it as either side
    int host[2] = {77, 78}, *dev;
    HANDLE_ERROR(cudaMalloc((void **)&dev, sizeof host));
    HANDLE_ERROR(cudaMemcpy(numbers, host, sizeof host, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev, numbers, sizeof host, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(numbers, 0, sizeof host));
    HANDLE_ERROR(cudaMemcpy(numbers + 2, dev, sizeof host, cudaMemcpyDefault));
    HANDLE_ERROR(cudaMemcpy(host, numbers + 1, sizeof host, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("copies: %d %d %d %d, %d %d\n", numbers[0], numbers[1], numbers[2], numbers[3], host[0], host[1]);

    use_managed_variables<<<1, 1>>>();
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("managed variables: %d %d\n", counter, table[0]);
    counter = 100;
    use_managed_variables<<<1, 1>>>();
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("after the host wrote: %d %d\n", counter, table[0]);

    node *nodes;
    HANDLE_ERROR(cudaMallocManaged(&nodes, 3 * sizeof *nodes));
    for (int i = 0; i < 3; i++)
        nodes[i] = {10 + i, i < 2 ? &nodes[i + 1] : NULL};
    sum_list<<<1, 1>>>(nodes, &counter);
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("a list: %d\n", counter);

    int *pinned, *nothing;
    HANDLE_ERROR(cudaMallocHost((void **)&pinned, 64));
    show_kind("cudaMallocManaged", numbers + 5);
    show_kind("cudaMalloc", dev);
    show_kind("cudaMallocHost", pinned);
    show_kind("a host variable", host);
    SHOW(cudaMallocManaged((void **)&nothing, 0));
    SHOW(cudaPointerGetAttributes(NULL, dev));
    SHOW(cudaFreeHost(numbers));

    HANDLE_ERROR(cudaFree(numbers));
    HANDLE_ERROR(cudaFree(nodes));
    HANDLE_ERROR(cudaFree(dev));
    HANDLE_ERROR(cudaFreeHost(pinned));
    return 0;
}
