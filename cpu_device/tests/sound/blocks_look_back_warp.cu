// SPDX-License-Identifier: MIT
// blocks_look_back_warp.cu: a prefix sum in one launch, in which a whole warp looks back: each lane waits for the flag
// of a block of its own, fences, and reads that block's plain sums; a vote finds the nearest that knows all, and
// shuffles add up. Flags carry the launch's number, so nothing is cleared between launches.
#include "../kernel_run.h"

const int warps = 3, threads = 32 * warps, blocks = 75, n = blocks * threads;

__device__ unsigned begun;
__device__ int parts[blocks], totals[blocks];
__device__ unsigned flags[blocks]; // 4 * launch + 1: the part is there, + 2: the total is

__device__ int look_back(int block, unsigned launch)
{
    int lane = threadIdx.x % 32, sum = 0;
    for (int nearest = block - 1; nearest >= 0; nearest -= 32) {
        int b = nearest - lane, value = 0;
        bool all = false;
        if (b >= 0) {
            volatile unsigned *flag = &flags[b];
            unsigned state;
            while ((state = *flag) <= 4 * launch)
                __nanosleep(20);
            __threadfence();
            all = state == 4 * launch + 2;
            value = all ? totals[b] : parts[b];
        }
        unsigned knows = __ballot_sync(~0u, all);
        if (knows != 0 && lane > __ffs(knows) - 1)
            value = 0;
        for (int step = 16; step > 0; step /= 2)
            value += __shfl_xor_sync(~0u, value, step);
        sum += value;
        if (knows != 0)
            break;
    }
    return sum;
}

__global__ void scan(int *data, unsigned launch)
{
    __shared__ int number, sums[warps], before;
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    if (t == 0)
        number = atomicAdd(&begun, 1u) % blocks;
    __syncthreads();
    int block = number, mine = data[block * threads + t];
    for (int step = 1; step < 32; step *= 2) {
        int other = __shfl_up_sync(~0u, mine, step);
        mine += lane >= step ? other : 0;
    }
    if (lane == 31)
        sums[warp] = mine;
    __syncthreads();
    int all = 0;
    for (int w = 0; w < warps; w++) {
        mine += w < warp ? sums[w] : 0;
        all += sums[w];
    }
    if (warp == warps - 1) {
        volatile unsigned *flag = &flags[block];
        if (lane == 0) {
            parts[block] = all;
            __threadfence();
            *flag = 4 * launch + 1;
        }
        int sum = look_back(block, launch);
        if (lane == 0) {
            totals[block] = sum + all;
            __threadfence();
            *flag = 4 * launch + 2;
            before = sum;
        }
    }
    __syncthreads();
    data[block * threads + t] = before + mine;
}

int main()
{
    static int host[n];
    static int right[n];
    for (int i = 0; i < n; i++)
        host[i] = right[i] = i % 11 - 5;
    device_array<int> data(n, host);
    for (unsigned launch = 0; launch < 3; launch++) {
        scan<<<blocks, threads>>>(data, launch);
        for (int i = 1; i < n; i++)
            right[i] += right[i - 1];
    }
    return check(data, right);
}
