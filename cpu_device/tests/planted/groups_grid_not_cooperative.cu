// SPDX-License-Identifier: MIT
// groups_grid_not_cooperative.cu: the kernel has a barrier of the grid, but is launched by <<<...>>>.
// CPU exits 1
// CPU finds grid-not-cooperative
// CPU says calls sync() of a grid_group at groups_grid_not_cooperative.cu:{barrier}
// CPU says The launch at groups_grid_not_cooperative.cu:{launch} fails: cudaErrorLaunchFailure
// memcheck exits 3
// memcheck prints Trace/breakpoint trap
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int blocks = 4, threads = 32, n = blocks * threads;

__global__ void reverse(int *values)
{
    cg::grid_group grid = cg::this_grid();
    int i = grid.thread_rank(), value = values[n - 1 - i];
    grid.sync(); // {barrier}
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
#ifdef FIXED
    void *arguments[] = {&dev_values};
    cudaError_t error = cudaLaunchCooperativeKernel(reverse, blocks, threads, arguments);
#else
    reverse<<<blocks, threads>>>(dev_values); // {launch}
    cudaError_t error = cudaGetLastError();
#endif
    if (error == cudaSuccess)
        error = cudaMemcpy(values, dev_values, sizeof values, cudaMemcpyDeviceToHost);
    cudaFree(dev_values);
    printf("%s, %d\n", cudaGetErrorString(error), values[0]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (values[i] != n - 1 - i)
            return 1;
#endif
    return error != cudaSuccess;
}
