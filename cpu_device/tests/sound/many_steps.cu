// SPDX-License-Identifier: MIT
// many_steps.cu: a block with more barriers than 16 bits can count, and a pair of warps with more flags and fences:
// what was written in the first step is read in the last one, and words go to and fro all along.
// Fences and flags mean nothing to racecheck:
// racecheck exits 3
// racecheck prints Race reported
#include "../kernel_run.h"

const int barriers = 33000, fences = 66000;

__global__ void meet(int *out)
{
    __shared__ int early, words[2];
    int t = threadIdx.x, warp = t / 32;
    if (t == 0)
        early = 17;
    if (t < 2)
        words[t] = 0;
    __syncthreads();
    for (int step = 0; step < barriers; step++) {
        if (t == step % 2 * 32)
            words[warp] = words[1 - warp] + 1;
        __syncthreads();
    }
    if (t == 32)
        out[0] = early + words[0] + words[1];
}

__device__ volatile int said;
__device__ int early, word;

__global__ void talk(int *out)
{
    __shared__ int other;
    int me = threadIdx.x / 32;
    if (threadIdx.x % 32 != 0)
        return;
    if (me == 0) {
        early = 5;
        word = other = 0;
        __threadfence_block();
        said = 1;
    }
    for (int step = 1; step < fences; step++)
        if (step % 2 != me) {
            while (said != step)
                __nanosleep(10);
            __threadfence_block();
            word++;
            other += 2;
            __threadfence_block();
            said = step + 1;
        }
    if (me == fences % 2) {
        while (said != fences)
            __nanosleep(10);
        __threadfence_block();
        out[1] = early + word + other;
    }
}

int main()
{
    device_array<int> out(2);
    meet<<<1, 33>>>(out);
    talk<<<1, 33>>>(out);
    return finish(out) || out.on_host[0] != 17 + 2 * barriers - 1 || out.on_host[1] != 5 + 3 * (fences - 1);
}
