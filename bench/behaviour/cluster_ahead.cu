// SPDX-License-Identifier: MIT
// cluster_ahead.cu: arrives at the barrier of a cluster N times before it waits as often. PTX allows one.
//
//     nvcc -O2 -arch=sm_90 -o cluster_ahead bench/behaviour/cluster_ahead.cu && ./cluster_ahead 2
//
// The guess: a second arrival without a wait is an error of the launch.
#include <stdio.h>
#include <stdlib.h>

#include "../../common/book.h"

__global__ void __cluster_dims__(2, 1, 1) rounds(int arrivals, int *done)
{
    for (int i = 0; i < arrivals; ++i)
        asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
    for (int i = 0; i < arrivals; ++i)
        asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
    atomicAdd(done, 1);
}

int main(int argc, char **argv)
{
    int arrivals = argc > 1 ? atoi(argv[1]) : 1, *done;
    HANDLE_ERROR(cudaMallocManaged(&done, sizeof *done));
    *done = 0;
    rounds<<<2, 64>>>(arrivals, done);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%d arrivals, then as many waits: %s", arrivals, cudaGetErrorName(error));
    if (error == cudaSuccess)
        printf(", %d of 128 threads got to the end", *done);
    printf("\n");
    return 0;
}
