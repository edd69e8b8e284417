// SPDX-License-Identifier: MIT
// barrier_and_exit.cu: threads that return early never reach the barrier. That passes on today's GPUs, and on the
// device here with a warning.
// CPU finds barrier-left
// CPU says 56 of 256 threads have exited
// CPU says 200 threads wait in __syncthreads() at barrier_and_exit.cu:{barrier}: 0-199
// CPU prints no error, 199
#include <stdio.h>

__global__ void early(int *a, int n)
{
    __shared__ int last;
    if (threadIdx.x >= n)
        return;
    if (threadIdx.x == n - 1)
        last = threadIdx.x;
    __syncthreads(); // {barrier}
    a[threadIdx.x] = last;
}

int main()
{
    int *a, first;
    cudaMalloc(&a, 200 * sizeof(int));
    early<<<1, 256>>>(a, 200);
    early<<<8, 256>>>(a, 200);
    cudaError_t error = cudaMemcpy(&first, a, sizeof first, cudaMemcpyDeviceToHost);
    cudaFree(a);
    printf("%s, %d\n", cudaGetErrorString(error), first);
    return 0;
}
