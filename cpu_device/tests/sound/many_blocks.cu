// SPDX-License-Identifier: MIT
// many_blocks.cu: blocks of 1024 threads with barriers, and a hundred thousand blocks.
#include "../kernel_run.h"

const int blocks = 100000;

__global__ void small(unsigned *sum, unsigned char *seen)
{
    __shared__ unsigned mine;
    if (threadIdx.x == 0)
        mine = blockIdx.x;
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1) {
        seen[blockIdx.x] = 1;
        atomicAdd(sum, mine + 1);
    }
}

__global__ void large(const unsigned char *in, unsigned *sum)
{
    __shared__ int cache[1024];
    cache[threadIdx.x] = in[blockIdx.x * 1024 + threadIdx.x];
    __syncthreads();
    for (int step = 512; step > 0; step /= 2) {
        if (threadIdx.x < step)
            cache[threadIdx.x] += cache[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(sum, cache[0]);
}

int main()
{
    device_array<unsigned> sums(2, zeros);
    device_array<unsigned char> seen(blocks);
    small<<<blocks, 32>>>(sums, seen);
    large<<<blocks / 1024, 1024>>>(seen, sums + 1);
    HANDLE_ERROR(cudaGetLastError());
    return finish(sums) || sums.on_host[0] != (unsigned)(blocks * (blocks + 1ll) / 2) ||
           sums.on_host[1] != blocks / 1024 * 1024;
}
