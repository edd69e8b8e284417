// SPDX-License-Identifier: MIT
// volatile_global_tail.cu: the last six steps of a sum in global memory trust that the lanes of a warp run in lockstep.
// volatile makes every load and store happen, but no lane waits for another.
// CPU exits 3
// CPU finds race-global: writes {step}
// CPU says kernel sum, block (0,0,0)
// all exits 0
#include "../kernel_run.h"

const int threads = 128, blocks = 8;

__global__ void sum(int *data, int *sums)
{
    int t = threadIdx.x, *mine = data + blockIdx.x * threads;
    if (t < 64)
        mine[t] += mine[t + 64];
    __syncthreads();
    if (t < 32) {
#ifdef FIXED
        for (int i = 32; i > 0; i /= 2) {
            int right = mine[t + i];
            __syncwarp();
            mine[t] += right;
            __syncwarp();
        }
#else
        volatile int *v = mine;
        v[t] += v[t + 32];
        v[t] += v[t + 16]; // {step}
        v[t] += v[t + 8];
        v[t] += v[t + 4];
        v[t] += v[t + 2];
        v[t] += v[t + 1];
#endif
    }
    if (t == 0)
        sums[blockIdx.x] = mine[0];
}

int main()
{
    device_array<int> data(blocks * threads, [](int i) { return i; }), sums(blocks);
    sum<<<blocks, threads>>>(data, sums);
    return check_fixed(sums, [](int b) { return b * threads * threads + threads * (threads - 1) / 2; });
}
