// SPDX-License-Identifier: MIT
// groups_grid_sync_left_out.cu: a block with nothing to do returns before the barrier of the grid.
// CPU exits 1
// CPU finds divergent-grid
// CPU says kernel scale, grid of 4 blocks
// CPU says 3 blocks wait in sync() of the grid_group at groups_grid_sync_left_out.cu:{barrier}: 0-2
// CPU says 1 block has exited: 3
// racecheck exits 3
// racecheck prints Deadlock detected in Syncwarp
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int blocks = 4, threads = 32, n = 96;

__global__ void scale(float *values, float *greatest)
{
    cg::grid_group grid = cg::this_grid();
    int i = grid.thread_rank();
#ifdef FIXED
    if (i == 0)
        *greatest = values[n - 1];
    grid.sync();
    if (i < n)
        values[i] /= *greatest;
#else
    if (blockIdx.x * blockDim.x >= n)
        return;
    if (i == 0)
        *greatest = values[n - 1];
    grid.sync(); // {barrier}
    if (i < n)
        values[i] /= *greatest;
#endif
}

int main()
{
    float values[n], *dev_values, *greatest;
    for (int i = 0; i < n; i++)
        values[i] = (i + 1) * 2.0f;
    if (cudaMalloc(&dev_values, sizeof values) != cudaSuccess || cudaMalloc(&greatest, sizeof(float)) != cudaSuccess)
        return 1;
    cudaMemcpy(dev_values, values, sizeof values, cudaMemcpyHostToDevice);
    void *arguments[] = {&dev_values, &greatest};
    cudaError_t error = cudaLaunchCooperativeKernel((void *)scale, blocks, threads, arguments);
    if (error == cudaSuccess)
        error = cudaMemcpy(values, dev_values, sizeof values, cudaMemcpyDeviceToHost);
    cudaFree(dev_values);
    cudaFree(greatest);
    printf("%s, %g\n", cudaGetErrorString(error), values[0]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (values[i] != (i + 1) * 2.0f / (n * 2.0f))
            return 1;
#endif
    return error != cudaSuccess;
}
