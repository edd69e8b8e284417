// SPDX-License-Identifier: MIT
// order_block_tickets.cu: the last block adds up what all have stored, but the tickets that tell which one is the last
// have the scope of a block.
// CPU exits 3
// CPU finds race-between-blocks: writes {store}, reads {add}
// all exits 0
#include <cuda/atomic>
#include <stdio.h>

#ifdef FIXED
const cuda::thread_scope scope = cuda::thread_scope_device;
#else
const cuda::thread_scope scope = cuda::thread_scope_block;
#endif
const int blocks = 8;

__global__ void sum(int *parts, unsigned *tickets, int *out)
{
    parts[blockIdx.x] = blockIdx.x + 1; // {store}
    cuda::atomic_ref<unsigned, scope> ticket(*tickets);
    if (ticket.fetch_add(1, cuda::memory_order_acq_rel) != gridDim.x - 1)
        return;
    int all = 0;
    for (int i = 0; i < blocks; i++)
        all += parts[i]; // {add}
    *out = all;
}

int main()
{
    int *words, result;
    if (cudaMalloc(&words, (blocks + 2) * sizeof *words) != cudaSuccess ||
        cudaMemset(words, 0, (blocks + 2) * sizeof *words) != cudaSuccess)
        return 1;
    sum<<<blocks, 1>>>(words, (unsigned *)words + blocks, words + blocks + 1);
    cudaError_t error = cudaMemcpy(&result, words + blocks + 1, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(words);
    printf("%s, %d\n", cudaGetErrorString(error), result);
#ifdef FIXED
    if (result != 36)
        return 1;
#endif
    return error != cudaSuccess;
}
