// SPDX-License-Identifier: MIT
// groups_grid.cu: cooperative launches, in all forms: the barrier of the grid, and how many blocks may meet there.

#include <cooperative_groups.h>
#include <stdio.h>

#include "../handle_error.h"

namespace cg = cooperative_groups;

const int threads = 64;

__device__ int counter;

// Each round every thread adds the value of its neighbour in the next block, and stores the sum for the next round.
__global__ void pass_on(int *values, int *next, int rounds)
{
    cg::grid_group grid = cg::this_grid();
    unsigned i = grid.thread_rank(), n = grid.size();
    values[i] = i;
    grid.sync();
    for (int round = 0; round < rounds; round++) {
        next[i] = values[i] + values[(i + threads) % n];
        grid.sync();
        int *old = values;
        values = next;
        next = old;
    }
    if (i == 0 && !grid.is_valid())
        values[0] = -1;
}

// The blocks wait for each other in an order of their own.
__global__ void from_last_to_first(int *turns)
{
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    if (block.thread_rank() == 0) {
        while (atomicAdd(&counter, 0) != (int)(grid.num_blocks() - 1 - grid.block_rank()))
            ;
        turns[grid.block_rank()] = atomicAdd(&counter, 1);
    }
    cg::grid_group::arrival_token token = grid.barrier_arrive();
    grid.barrier_wait(cg::grid_group::arrival_token(token));
    if (grid.thread_rank() == 0)
        counter = 0;
}

__global__ void is_valid(int *result)
{
    *result = cg::this_grid().is_valid();
}

static int wrong_values(const int *values, int n, int rounds)
{
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        long long sum = 0, ways = 1; // of the steps taken, k lead to the next block
        for (int k = 0; k <= rounds; k++) {
            sum += ways * ((i + k * threads) % n);
            ways = ways * (rounds - k) / (k + 1);
        }
        wrong += values[i] != (int)sum;
    }
    return wrong;
}

int main(void)
{
    int supported, multiprocessors, each, rounds = 4, *values, *next, *result, valid = -1;
    HANDLE_ERROR(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0));
    HANDLE_ERROR(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    HANDLE_ERROR(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, pass_on, threads, 0));
    const int most = multiprocessors * each, n = most * threads;
    int *host = (int *)malloc(n * sizeof(int));
    HANDLE_ERROR(cudaMalloc(&values, n * sizeof(int)));
    HANDLE_ERROR(cudaMalloc(&next, n * sizeof(int)));
    HANDLE_ERROR(cudaMalloc(&result, sizeof(int)));
    cudaDeviceProp properties;
    HANDLE_ERROR(cudaGetDeviceProperties(&properties, 0));
    printf("cooperative launches: %d, %d\n", supported, properties.cooperativeLaunch);

    void *arguments[] = {&values, &next, &rounds};
    for (int blocks : {1, 2, 7, 16, most}) {
        HANDLE_ERROR(cudaLaunchCooperativeKernel(pass_on, blocks, threads, arguments));
        HANDLE_ERROR(cudaMemcpy(host, values, blocks * threads * sizeof(int), cudaMemcpyDeviceToHost));
        int wrong = wrong_values(host, blocks * threads, rounds);
        if (blocks == most)
            printf("as many as fit: %d wrong\n", wrong);
        else
            printf("%d blocks: %d wrong\n", blocks, wrong);
    }

    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(3, 2);
    config.blockDim = dim3(8, 8);
    config.attrs = &attribute;
    config.numAttrs = 1;
    rounds = 2;
    HANDLE_ERROR(cudaLaunchKernelEx(&config, pass_on, values, next, rounds));
    HANDLE_ERROR(cudaMemcpy(host, values, 6 * threads * sizeof(int), cudaMemcpyDeviceToHost));
    printf("by attribute: %d wrong\n", wrong_values(host, 6 * threads, rounds));

    void *turns[] = {&values};
    for (int again = 0; again < 3; again++) {
        HANDLE_ERROR(cudaLaunchCooperativeKernel((void *)from_last_to_first, 8, 32, turns));
        HANDLE_ERROR(cudaMemcpy(host, values, 8 * sizeof(int), cudaMemcpyDeviceToHost));
        printf("turns of the blocks:");
        for (int i = 0; i < 8; i++)
            printf(" %d", host[i]);
        printf("\n");
    }

    void *of_valid[] = {&result};
    HANDLE_ERROR(cudaLaunchCooperativeKernel(is_valid, 1, 1, of_valid));
    HANDLE_ERROR(cudaMemcpy(&valid, result, sizeof valid, cudaMemcpyDeviceToHost));
    printf("valid in a cooperative launch: %d\n", valid);

    cudaError_t error = cudaLaunchCooperativeKernel(pass_on, most + 1, threads, arguments);
    printf("one too many: %s\n", cudaGetErrorName(error));
    printf("last error: %s\n", cudaGetErrorName(cudaGetLastError()));
    HANDLE_ERROR(cudaDeviceSynchronize());
    free(host);
    HANDLE_ERROR(cudaFree(values));
    HANDLE_ERROR(cudaFree(next));
    HANDLE_ERROR(cudaFree(result));
    return 0;
}
