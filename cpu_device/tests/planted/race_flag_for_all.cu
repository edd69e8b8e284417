// SPDX-License-Identifier: MIT
// race_flag_for_all.cu: thread 0 counts the rounds in shared memory, all threads read the count, and no barrier is in
// the loop: two are missing.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says put a __syncthreads() between them, after line {read}, and another at the end of the loop's body, after line
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <stdio.h>

const int threads = 128, rounds = 8;

__global__ void count(int *out)
{
    __shared__ int round;
    int sum = 0;
    if (threadIdx.x == 0)
        round = 0;
    __syncthreads();
    for (int r = 0; r < rounds; r++) {
        sum += round; // {read}
#ifdef FIXED
        __syncthreads();
#endif
        if (threadIdx.x == 0)
            round++; // {write}
#ifdef FIXED
        __syncthreads();
#endif
    }
    out[threadIdx.x] = sum;
}

int main()
{
    int *dev_out, out[threads];
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    count<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[threads - 1]);
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (out[i] != rounds * (rounds - 1) / 2)
            return 1;
#endif
    return error != cudaSuccess;
}
