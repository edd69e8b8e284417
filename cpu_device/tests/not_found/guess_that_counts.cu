// SPDX-License-Identifier: MIT
// guess_that_counts.cu: a plain read is the first guess of an atomicCAS() and, in threads that find the limit reached,
// the answer. As a guess it is let pass, and so is every read by that instruction.
// CPU exits 0
#include <stdio.h>

__global__ void draw(int *next, int limit, int *drawn)
{
    int old = *next; // may be old
    while (old < limit) {
        int seen = atomicCAS(next, old, old + 1);
        if (seen == old)
            break;
        old = seen;
    }
    drawn[blockIdx.x * blockDim.x + threadIdx.x] = old;
}

int main()
{
    int *dev_next, *dev_drawn;
    if (cudaMalloc(&dev_next, sizeof(int)) || cudaMemset(dev_next, 0, sizeof(int)) ||
        cudaMalloc(&dev_drawn, 256 * sizeof(int)))
        return 1;
    draw<<<4, 64>>>(dev_next, 100, dev_drawn);
    return cudaDeviceSynchronize() || cudaFree(dev_next) || cudaFree(dev_drawn);
}
