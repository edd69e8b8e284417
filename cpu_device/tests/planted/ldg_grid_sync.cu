// SPDX-License-Identifier: MIT
// ldg_grid_sync.cu: blocks write their parts, meet at the grid's barrier, and read those of others with __ldg().
// CPU exits 3
// CPU finds stale-load: writes {write}, reads {read}
// all exits 0
#include <cooperative_groups.h>
#include <stdio.h>

const int blocks = 4, threads = 64, n = blocks * threads;

__global__ void turn(float2 *points, float2 *out)
{
    int i = blockIdx.x * threads + threadIdx.x;
    points[i] = make_float2(i, -i); // {write}
    cooperative_groups::this_grid().sync();
#ifndef FIXED
    out[i] = __ldg(&points[n - 1 - i]); // {read}
#else
    out[i] = points[n - 1 - i];
#endif
}

int main()
{
    float2 *points, *dev_out, out[n];
    if (cudaMalloc(&points, sizeof out) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    void *arguments[] = {&points, &dev_out};
    cudaError_t error = cudaLaunchCooperativeKernel(turn, blocks, threads, arguments, 0, 0);
    if (error == cudaSuccess)
        error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(points);
    cudaFree(dev_out);
    printf("%s, %g\n", cudaGetErrorString(error), out[3].x);
    return error != cudaSuccess || out[3].x != n - 4;
}
