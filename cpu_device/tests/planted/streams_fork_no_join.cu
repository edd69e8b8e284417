// SPDX-License-Identifier: MIT
// streams_fork_no_join.cu: three streams double their thirds of an array, and the first one, which adds all of it up,
// waits for the second one only.
// CPU exits 3
// CPU finds race-between-launches
// CPU says kernel twice, launched at streams_fork_no_join.cu:{twice}, writes at streams_fork_no_join.cu:{write}
// CPU says kernel add_up, launched at streams_fork_no_join.cu:{add_up}, reads at streams_fork_no_join.cu:{read}
// all exits 0
#include <stdio.h>

const int third = 1 << 10, n = 3 * third, threads = 256;

__global__ void twice(int *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] *= 2; // {write}
}

__global__ void add_up(const int *a, unsigned *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(sum, a[i]); // {read}
}

int main()
{
    int a[n], *dev_a;
    unsigned sum = 0, *dev_sum;
    cudaStream_t streams[3];
    cudaEvent_t done[3];
    for (int i = 0; i < n; i++)
        a[i] = i;
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess || cudaMalloc(&dev_sum, sizeof sum) != cudaSuccess ||
        cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMemset(dev_sum, 0, sizeof sum) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    for (int s = 0; s < 3; s++)
        if (cudaStreamCreate(&streams[s]) != cudaSuccess || cudaEventCreate(&done[s]) != cudaSuccess)
            return 1;
    for (int s = 0; s < 3; s++) {
        twice<<<third / threads, threads, 0, streams[s]>>>(dev_a + s * third); // {twice}
        cudaEventRecord(done[s], streams[s]);
    }
#ifndef FIXED
    const int joined = 2;
#else
    const int joined = 3;
#endif
    for (int s = 1; s < joined; s++)
        cudaStreamWaitEvent(streams[0], done[s], 0);
    add_up<<<n / threads, threads, 0, streams[0]>>>(dev_a, dev_sum); // {add_up}
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        error = cudaMemcpy(&sum, dev_sum, sizeof sum, cudaMemcpyDeviceToHost);
    for (int s = 0; s < 3; s++) {
        cudaEventDestroy(done[s]);
        cudaStreamDestroy(streams[s]);
    }
    cudaFree(dev_a);
    cudaFree(dev_sum);
    printf("%s, %s\n", cudaGetErrorString(error), sum == (unsigned)n * (n - 1) ? "right" : "wrong");
#ifdef FIXED
    if (sum != (unsigned)n * (n - 1))
        return 1;
#endif
    return error != cudaSuccess;
}
