// SPDX-License-Identifier: MIT
// blocks_last_of_group.cu: all threads store, fence and meet; one thread counts the block in its group, the last block
// of a group reads what its four stored, stores the group's result the same way, and counts the group; the last of all
// reads the groups' results, overwrites what the blocks have stored, and leaves plain zeros in all counters.
#include <stdio.h>

const int threads = 40, group = 4, groups = 5, blocks = group * groups;

__device__ int of_blocks[blocks][threads], of_groups[groups][threads], of_all[threads];
__device__ int in_group[groups], all_groups;

__device__ bool come_last(int *counter, int of)
{
    __shared__ bool last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 7) {
        __threadfence();
        last = atomicAdd(counter, 1) == of - 1;
        __threadfence();
    }
    __syncthreads();
    bool result = last;
    __syncthreads();
    return result;
}

__global__ void reduce(int launch)
{
    int t = threadIdx.x, mine = blockIdx.x % groups, sum = 0;
    of_blocks[blockIdx.x][t] += blockIdx.x * t + launch;
    if (!come_last(&in_group[mine], group))
        return;
    for (int b = mine; b < blocks; b += groups)
        sum += of_blocks[b][threads - 1 - t];
    of_groups[mine][t] = sum;
    if (!come_last(&all_groups, groups))
        return;
    sum = 0;
    for (int g = 0; g < groups; g++)
        sum += of_groups[g][threads - 1 - t];
    of_all[t] = sum;
    for (int b = 0; b < blocks; b++)
        of_blocks[b][t] = 1;
    if (t < groups)
        in_group[t] = 0;
    if (t == groups)
        all_groups = 0;
}

int main()
{
    int result[threads];
    for (int launch = 0; launch < 3; launch++) {
        reduce<<<blocks, threads>>>(launch);
        if (cudaMemcpyFromSymbol(result, of_all, sizeof result) != cudaSuccess)
            return 1;
        for (int t = 0; t < threads; t++)
            if (result[t] != blocks * (blocks - 1) / 2 * t + blocks * (launch + (launch > 0)))
                return 1;
    }
    return 0;
}
