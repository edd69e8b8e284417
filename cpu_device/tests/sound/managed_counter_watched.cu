// SPDX-License-Identifier: MIT
// managed_counter_watched.cu: kernels count in pinned and managed memory by atomics, and the host looks on through
// volatile, by events, and after a wait.
// To memcheck the first atomic operation on managed memory is out of bounds:
// memcheck exits 3
// memcheck prints Invalid __global__ system-scoped atomic of size 4 bytes
#include <stdio.h>

const int blocks = 32, threads = 64;

__global__ void count(int *hits, int *finished)
{
    atomicAdd(hits, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence_system();
        atomicAdd_system(finished, 1);
    }
}

int main()
{
    int *hits, *finished, wrong = 0;
    cudaEvent_t end;
    if (cudaMallocManaged(&hits, sizeof(int)) != cudaSuccess || cudaMallocHost(&finished, sizeof(int)) != cudaSuccess ||
        cudaEventCreate(&end) != cudaSuccess)
        return 1;
    *hits = *finished = 0;
    count<<<blocks, threads>>>(hits, finished);
    while (*(volatile int *)finished < blocks) { // the host polls
    }
    cudaDeviceSynchronize();
    wrong += *hits != blocks * threads;
    *hits = *finished = 0;
    count<<<blocks, threads>>>(hits, finished);
    cudaEventRecord(end);
    while (cudaEventQuery(end) == cudaErrorNotReady) {
    }
    wrong += *hits != blocks * threads || *finished != blocks;
    *hits = 5;
    count<<<blocks, threads>>>(hits, finished);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    wrong += *hits != blocks * threads + 5;
    cudaError_t error = cudaDeviceSynchronize();
    cudaEventDestroy(end);
    cudaFree(hits);
    cudaFreeHost(finished);
    if (wrong > 0 || error != cudaSuccess)
        printf("%s, %d wrong\n", cudaGetErrorString(error), wrong);
    return wrong > 0 || error != cudaSuccess;
}
