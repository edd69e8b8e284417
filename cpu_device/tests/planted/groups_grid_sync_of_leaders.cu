// SPDX-License-Identifier: MIT
// groups_grid_sync_of_leaders.cu: only each block's first thread waits for the grid; the others for the block.
// CPU exits 1
// CPU finds divergent-barrier
// CPU says 1 thread waits in sync() of the grid_group at groups_grid_sync_of_leaders.cu:{grid}: 0
// CPU says 31 threads wait in __syncthreads() at groups_grid_sync_of_leaders.cu:{block}: 1-31
// racecheck exits 3
// racecheck prints Deadlock detected in Syncwarp
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int blocks = 3, threads = 32, n = blocks * threads;

__global__ void rotate(int *values)
{
    cg::grid_group grid = cg::this_grid();
    int i = grid.thread_rank(), value = values[(i + 1) % n];
#ifdef FIXED
    grid.sync();
#else
    if (threadIdx.x == 0)
        grid.sync(); // {grid}
    __syncthreads(); // {block}
#endif
    values[i] = value;
}

int main()
{
    int values[n], *dev_values;
    for (int i = 0; i < n; i++)
        values[i] = i;
    if (cudaMalloc(&dev_values, sizeof values) != cudaSuccess)
        return 1;
    cudaMemcpy(dev_values, values, sizeof values, cudaMemcpyHostToDevice);
    void *arguments[] = {&dev_values};
    cudaError_t error = cudaLaunchCooperativeKernel(rotate, blocks, threads, arguments);
    if (error == cudaSuccess)
        error = cudaMemcpy(values, dev_values, sizeof values, cudaMemcpyDeviceToHost);
    cudaFree(dev_values);
    printf("%s, %d\n", cudaGetErrorString(error), values[0]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (values[i] != (i + 1) % n)
            return 1;
#endif
    return error != cudaSuccess;
}
