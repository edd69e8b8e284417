// SPDX-License-Identifier: MIT
// dependent_waits_of_one.cu: one thread waits for the kernel before, and the others hear of it in every way that there
// is: by a barrier, a warp's barrier, a shuffle, a tile, a flag of their block, and a flag of another block.
// Compiled with: -arch=sm_90
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int blocks = 4, threads = 128, n = blocks * threads;

// The primary stores after its trigger: who waits for it waits for its end.
__global__ void fill(int *a, int first)
{
    cudaTriggerProgrammaticLaunchCompletion();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = first + i;
}

enum way { by_barrier, by_warp_barrier, by_shuffle, by_tile, by_flag, by_flag_of_block_0, ways };

__device__ volatile int flag_of_block_0;

// b[i] = a[n - 1 - i].
__global__ void reverse(const int *a, int *b, int how, int round)
{
    __shared__ volatile int waited;
    int lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        waited = 0;
    __syncthreads();
    if (how == by_barrier) {
        if (threadIdx.x == 77)
            cudaGridDependencySynchronize();
        __syncthreads();
    } else if (how == by_warp_barrier) {
        if (lane == 5)
            cudaGridDependencySynchronize();
        __syncwarp();
    } else if (how == by_shuffle) {
        if (lane == 0)
            cudaGridDependencySynchronize();
        __shfl_sync(0xffffffff, lane, 0);
    } else if (how == by_tile) {
        cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
        if (tile.thread_rank() == 3)
            cudaGridDependencySynchronize();
        tile.sync();
    } else if (how == by_flag) {
        if (threadIdx.x == 0) {
            cudaGridDependencySynchronize();
            __threadfence_block();
            waited = 1;
        }
        while (!waited) {
        }
        __threadfence_block();
    } else if (how == by_flag_of_block_0) {
        if (threadIdx.x == 0 && blockIdx.x == 0) {
            cudaGridDependencySynchronize();
            __threadfence();
            flag_of_block_0 = round;
        }
        while (flag_of_block_0 != round) {
        }
        __threadfence();
    }
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = a[n - 1 - i];
    cudaGridDependencySynchronize();
}

// A launch in the stream that may begin before the kernel before it has ended.
template <class... Parameters>
static bool launch_dependent(cudaStream_t stream, void (*kernel)(Parameters...), Parameters... arguments)
{
    cudaLaunchAttribute how[1] = {};
    how[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    how[0].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = blocks;
    config.blockDim = threads;
    config.stream = stream;
    config.attrs = how;
    config.numAttrs = 1;
    return cudaLaunchKernelEx(&config, kernel, arguments...) == cudaSuccess;
}

int main()
{
    int *a, *b, last, wrong = 0, round = 0;
    if (cudaMalloc(&a, n * sizeof *a) != cudaSuccess || cudaMalloc(&b, n * sizeof *b) != cudaSuccess)
        return 1;
    for (int repeat = 0; repeat < 3; ++repeat)
        for (int how = 0; how < ways; ++how) {
            ++round;
            fill<<<blocks, threads>>>(a, round);
            if (!launch_dependent(0, reverse, (const int *)a, b, how, round) ||
                cudaMemcpy(&last, b, sizeof last, cudaMemcpyDeviceToHost) != cudaSuccess)
                return 1;
            wrong += last != round + n - 1;
        }
    cudaFree(a);
    cudaFree(b);
    printf("%d of %d rounds wrong\n", wrong, round);
    return wrong != 0;
}
