// SPDX-License-Identifier: MIT
// warp_stages.cu: three warps are the stages of a pipeline through two double buffers in shared memory: one loads, one
// works, one stores. Each waits for atomics of the one before and of the one after, so a half is filled again
// as soon as it has been emptied, and no two warps ever meet at a barrier.
// Fences and flags mean nothing to racecheck:
// racecheck exits 3
// racecheck prints Race reported
#include "../kernel_run.h"

const int pieces = 20, blocks = 3, n = pieces * 32;

__device__ void wait_for(int *counter, int least)
{
    while (atomicAdd_block(counter, 0) < least)
        __nanosleep(20);
    __threadfence_block();
}

__device__ void count_up(int *counter)
{
    __syncwarp();
    if (threadIdx.x % 32 == 17) {
        __threadfence_block();
        atomicAdd_block(counter, 1);
    }
}

__global__ void run(const int *in, int *out)
{
    __shared__ int raw[2][32], cooked[2][32], loaded, worked, stored;
    int lane = threadIdx.x % 32, stage = threadIdx.x / 32;
    if (threadIdx.x == 50)
        loaded = worked = stored = 0;
    __syncthreads();
    for (int p = 0; p < pieces; p++) {
        int at = (blockIdx.x * pieces + p) * 32 + lane;
        if (stage == 0) {
            wait_for(&worked, p - 1);
            raw[p % 2][lane] = in[at];
            count_up(&loaded);
        } else if (stage == 1) {
            wait_for(&loaded, p + 1);
            wait_for(&stored, p - 1);
            cooked[p % 2][31 - lane] = raw[p % 2][lane] + raw[p % 2][lane ^ 1];
            count_up(&worked);
        } else {
            wait_for(&worked, p + 1);
            out[at] = cooked[p % 2][lane];
            count_up(&stored);
        }
    }
}

int main()
{
    static int host[blocks * n];
    for (int i = 0; i < blocks * n; i++)
        host[i] = i * i % 1013;
    device_array<int> in(blocks * n, host), out(blocks * n);
    run<<<blocks, 96>>>(in, out);
    return check(out, [&](int i) {
        int from = i / 32 * 32 + 31 - i % 32;
        return host[from] + host[from ^ 1];
    });
}
