// SPDX-License-Identifier: MIT
// shared_atomics_begin_with_exchange.cu: shared words that begin with an atomicExch() whose result is not used, or with
// a plain store, and are then counted in, after a barrier; and a word in which any thread's number may be left.
#include <stdio.h>

const int threads = 128, bins = 8;

__global__ void count(int *out)
{
    __shared__ int exchanged[bins], stored[bins], winner;
    int t = threadIdx.x;
    if (t < bins) {
        atomicExch(&exchanged[t], 0);
        stored[t] = 0;
    }
    atomicExch(&winner, t);
    __syncthreads();
    atomicAdd(&exchanged[t % bins], 1);
    atomicMax(&stored[t % bins], t);
    __syncthreads();
    if (t < bins) {
        out[t] = exchanged[t];
        out[bins + t] = stored[t];
    }
    if (t == 0)
        out[2 * bins] = winner;
}

int main()
{
    int out[2 * bins + 1], *dev_out;
    if (cudaMalloc(&dev_out, sizeof out))
        return 1;
    count<<<1, threads>>>(dev_out);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) || cudaFree(dev_out))
        return 1;
    for (int i = 0; i < bins; i++)
        if (out[i] != threads / bins || out[bins + i] != threads - bins + i)
            return 1;
    printf("counted\n");
    return out[2 * bins] < 0 || out[2 * bins] >= threads;
}
