// SPDX-License-Identifier: MIT
// barrier_count_in_branch.cu: a barrier that counts votes stands in a branch, as if it were no barrier.
// CPU exits 1
// CPU finds divergent-barrier
// CPU says 100 threads wait in __syncthreads_count() at barrier_count_in_branch.cu:{count}: 0-99
// CPU says 28 threads wait in __syncthreads() at barrier_count_in_branch.cu:{all}: 100-127
// racecheck exits 3
// racecheck prints Deadlock detected in Barrier
#include <stdio.h>

const int n = 100, threads = 128;

__global__ void count_multiples(int *out)
{
    int t = threadIdx.x, count = 0;
#ifndef FIXED
    if (t < n)
        count = __syncthreads_count(t % 3 == 0); // {count}
#else
    count = __syncthreads_count(t < n && t % 3 == 0);
#endif
    __syncthreads(); // {all}
    out[t] = count;
}

int main()
{
    int *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    count_multiples<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (out[i] != 34)
            return 1;
#endif
    return error != cudaSuccess;
}
