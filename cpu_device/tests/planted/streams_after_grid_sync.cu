// SPDX-License-Identifier: MIT
// streams_after_grid_sync.cu: a cooperative kernel reads, after its grid's barrier, what a kernel in another stream
// stores. The barrier orders the blocks of one kernel alone.
// CPU exits 3
// CPU finds race-between-launches: reads {load}
// CPU says kernel fill, launched at streams_after_grid_sync.cu:{fill}, writes at streams_after_grid_sync.cu:{store}
// all exits 0
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int blocks = 2, threads = 64, n = blocks * threads;

__global__ void fill(int *input)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    input[i] = i; // {store}
}

__global__ void shift(const int *input, int *out)
{
    cg::grid_group grid = cg::this_grid();
    int i = grid.thread_rank();
    out[i] = 1;
    grid.sync();
    out[(i + threads) % n] += input[i]; // {load}
}

int main()
{
    int *input, *dev_out, out[n];
    cudaStream_t streams[2];
    cudaEvent_t filled;
    if (cudaMalloc(&input, sizeof out) || cudaMalloc(&dev_out, sizeof out) || cudaMemset(input, 0, sizeof out))
        return 1;
    for (cudaStream_t &s : streams)
        if (cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking))
            return 1;
    if (cudaEventCreate(&filled) || cudaDeviceSynchronize())
        return 1;
    fill<<<blocks, threads, 0, streams[0]>>>(input); // {fill}
    cudaEventRecord(filled, streams[0]);
#ifdef FIXED
    cudaStreamWaitEvent(streams[1], filled, 0);
#endif
    void *arguments[] = {&input, &dev_out};
    cudaError_t error = cudaLaunchCooperativeKernel(shift, blocks, threads, arguments, 0, streams[1]);
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    for (cudaStream_t s : streams)
        cudaStreamDestroy(s);
    cudaEventDestroy(filled);
    cudaFree(input);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    if (out[0] != threads + 1)
        return 1;
#endif
    return error != cudaSuccess;
}
