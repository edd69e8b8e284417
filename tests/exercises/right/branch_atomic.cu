// SPDX-License-Identifier: MIT
// One atomic operation per thread.
#include "judge/branch.h"

__global__ void branch(const int *in, int *out)
{
    __shared__ int largest;
    int i = threadIdx.x;
    if (i == 0)
        largest = 0; // less than any element
    __syncthreads(); // it is set before any thread compares
    atomicMax(&largest, in[i + blockIdx.x * blockDim.x]);
    __syncthreads(); // all have compared
    if (i == 0)
        out[blockIdx.x] = largest;
}
