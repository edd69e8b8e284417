// SPDX-License-Identifier: MIT
// groups_grid_too_large.cu: a cooperative launch with more blocks than fit on the device at once.
// CPU exits 3
// CPU finds unchecked-call
// CPU says at groups_grid_too_large.cu:{launch}: too many blocks in cooperative launch (cudaErrorCooperativeLaunchTooLarge)
// CPU says kernel shift: 20000 blocks of a cooperative launch, of at most
// memcheck exits 3
// memcheck prints Program hit cudaErrorCooperativeLaunchTooLarge (error 720)
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int threads = 64, n = 20000 * threads;

__global__ void shift(int *values, int *next)
{
    cg::grid_group grid = cg::this_grid();
    for (unsigned i = grid.thread_rank(); i < n; i += grid.size())
        next[i] = values[(i + 1) % n];
    grid.sync();
    for (unsigned i = grid.thread_rank(); i < n; i += grid.size())
        values[i] = next[i] + 1;
}

int main()
{
    int *values, *next, first = 0;
    if (cudaMalloc(&values, n * sizeof(int)) != cudaSuccess || cudaMalloc(&next, n * sizeof(int)) != cudaSuccess)
        return 1;
    cudaMemset(values, 0, n * sizeof(int));
    int blocks = n / threads;
#ifdef FIXED
    int multiprocessors, each;
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, shift, threads, 0);
    blocks = multiprocessors * each;
#endif
    void *arguments[] = {&values, &next};
    cudaLaunchCooperativeKernel(shift, blocks, threads, arguments); // {launch}
    cudaMemcpy(&first, values, sizeof first, cudaMemcpyDeviceToHost);
    cudaFree(values);
    cudaFree(next);
    printf("%d\n", first);
#ifdef FIXED
    return first != 1;
#endif
    return 0;
}
