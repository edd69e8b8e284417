// SPDX-License-Identifier: MIT
// race_bit_flags.cu: each thread sets a bit of its own, but 32 of them load and store the same word.
// CPU exits 3
// CPU finds race-shared: writes {set}, at {set}
// CPU says kernel mark, block (0,0,0), flags
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_bit_flags.cu:{set}
#include <stdio.h>

const int threads = 64;

__global__ void mark(unsigned *out)
{
    __shared__ unsigned flags[threads / 32];
    int t = threadIdx.x;
    if (t < threads / 32)
        flags[t] = 0;
    __syncthreads();
#ifndef FIXED
    flags[t / 32] |= 1u << t % 32; // {set}
#else
    atomicOr(&flags[t / 32], 1u << t % 32);
#endif
    __syncthreads();
    if (t < threads / 32)
        out[t] = flags[t];
}

int main()
{
    unsigned *dev_out, out[threads / 32] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    mark<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %08x %08x\n", cudaGetErrorString(error), out[0], out[1]);
#ifdef FIXED
    if (out[0] != 0xffffffff || out[1] != 0xffffffff)
        return 1;
#endif
    return error != cudaSuccess;
}
