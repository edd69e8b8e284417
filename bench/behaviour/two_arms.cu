// SPDX-License-Identifier: MIT
// two_arms.cu: whole warps in the two arms of an `if`, each with a __syncthreads(); with an argument, halves of a warp.
//
//     nvcc -O2 -arch=native -o two_arms bench/behaviour/two_arms.cu && ./two_arms
//
// The guess: nvcc makes one barrier of the two, synccheck is silent for whole warps, and halves of a warp pass.
#include <stdio.h>

#include "../../common/book.h"

__global__ void arms(int *out, int by)
{
    __shared__ int values[64];
    values[threadIdx.x] = threadIdx.x;
    if (threadIdx.x / by % 2) {
        out[64 + threadIdx.x] = 1;
        __syncthreads();
    } else {
        out[64 + threadIdx.x] = 2;
        __syncthreads();
    }
    out[threadIdx.x] = values[63 - threadIdx.x];
}

int main(int argc, char **)
{
    int *out, wrong = 0;
    HANDLE_ERROR(cudaMallocManaged(&out, 128 * sizeof *out));
    arms<<<1, 64>>>(out, argc > 1 ? 16 : 32);
    HANDLE_ERROR(cudaDeviceSynchronize());
    for (int i = 0; i < 64; ++i)
        wrong += out[i] != 63 - i;
    printf("%s of a warp in the two arms: %d of 64 values wrong\n", argc > 1 ? "halves" : "the whole", wrong);
    HANDLE_ERROR(cudaFree(out));
    return wrong != 0;
}
