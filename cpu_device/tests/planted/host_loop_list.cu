// SPDX-License-Identifier: MIT
// host_loop_list.cu: a loop of the host follows a list in managed memory that a kernel may still be writing.
// CPU exits 3
// CPU finds host-too-early
// CPU says at host_loop_list.cu:{read}:
// CPU says Kernel count, launched at host_loop_list.cu:{launch}, may still be running, and uses this memory
// all exits 0
#include <stdio.h>

const int n = 64;

struct node {
    int value;
    struct node *next;
};

__global__ void count(node *nodes)
{
    nodes[threadIdx.x].value = 1;
}

int main()
{
    node *nodes;
    if (cudaMallocManaged(&nodes, n * sizeof(node)) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        nodes[i] = {0, i + 1 < n ? &nodes[i + 1] : NULL};
    count<<<1, n>>>(nodes); // {launch}
#ifdef FIXED
    cudaDeviceSynchronize();
#endif
    int sum = 0;
    for (node *at = nodes; at != NULL; at = at->next)
        sum += at->value; // {read}
    printf("%s\n", sum == n ? "all" : "fewer");
    cudaError_t error = cudaFree(nodes);
#ifdef FIXED
    if (sum != n)
        return 1;
#endif
    return error != cudaSuccess;
}
