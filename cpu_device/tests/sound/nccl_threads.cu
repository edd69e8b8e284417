// SPDX-License-Identifier: MIT
// nccl_threads.cu: a host thread for each rank, each with its own calls and no group, and one that comes late.
//
// Needs 2 devices.

#include <nccl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

const int n = 1000, steps = 20;

static ncclUniqueId id;
static float results[2];

__global__ void add_one(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

static void *run(void *number)
{
    const int rank = *(int *)number;
    ncclComm_t comm;
    cudaStream_t stream;
    float *x;
    cudaSetDevice(rank);
    if (ncclCommInitRank(&comm, 2, id, rank) != ncclSuccess)
        return NULL;
    cudaStreamCreate(&stream);
    cudaMalloc(&x, n * sizeof(float));
    cudaMemsetAsync(x, 0, n * sizeof(float), stream);
    if (rank == 1)
        usleep(200000);
    for (int step = 0; step < steps; ++step) {
        add_one<<<n / 250, 250, 0, stream>>>(x);
        ncclAllReduce(x, x, n, ncclFloat, ncclAvg, comm, stream);
    }
    cudaStreamSynchronize(stream);
    cudaMemcpy(&results[rank], x + n - 1, sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaStreamDestroy(stream);
    ncclCommDestroy(comm);
    return NULL;
}

int main()
{
    int devices = 0, numbers[2] = {0, 1};
    cudaGetDeviceCount(&devices);
    if (devices < 2)
        return 77;
    pthread_t threads[2];
    ncclGetUniqueId(&id);
    for (int rank = 0; rank < 2; ++rank)
        pthread_create(&threads[rank], NULL, run, &numbers[rank]);
    for (int rank = 0; rank < 2; ++rank)
        pthread_join(threads[rank], NULL);
    printf("%g %g\n", results[0], results[1]);
    return results[0] != steps || results[1] != steps;
}
