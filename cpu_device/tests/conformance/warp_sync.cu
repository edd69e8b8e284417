// SPDX-License-Identifier: MIT
// warp_sync.cu: __syncwarp() orders what the threads of a warp, or some of them, write and read in shared memory.

#include <stdio.h>

#include "../handle_error.h"

__global__ void reduce(int *out)
{
    __shared__ int sums[128];
    int t = threadIdx.x, lane = t % 32;
    sums[t] = t * t;
    __syncwarp();
    for (int i = 16; i > 0; i /= 2) {
        int other = lane < i ? sums[t + i] : 0;
        __syncwarp();
        sums[t] += other;
        __syncwarp();
    }
    if (lane == 0)
        out[t / 32] = sums[t];
}

// The lanes of one warp part, and each part goes on by itself.
__global__ void parts(int *out)
{
    __shared__ int values[32];
    int lane = threadIdx.x;
    values[lane] = lane;
    __syncwarp();
    if (lane < 8) {
        int theirs = values[7 - lane];
        __syncwarp(0xff);
        values[lane] = theirs * 10;
        __syncwarp(0xff);
        out[lane] = values[(lane + 1) % 8];
    } else if (lane < 24) {
        for (int round = 0; round < 3; round++) {
            int theirs = values[8 + (lane - 8 + 1) % 16];
            __syncwarp(0xffff00);
            values[lane] = theirs;
            __syncwarp(0xffff00);
        }
        out[lane] = values[lane];
    } else {
        out[lane] = -lane;
    }
    __syncwarp();
    if (lane == 31)
        out[32] = out[0] + out[8] + out[24];
}

// Warps go their own ways between two barriers.
__global__ void warps(int *out)
{
    __shared__ int values[4][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    values[warp][lane] = lane;
    __syncwarp();
    for (int round = 0; round < 10 * warp; round++) { // a different number for each
        int theirs = values[warp][(lane + 1) % 32];
        __syncwarp();
        values[warp][lane] = theirs + 1;
        __syncwarp();
    }
    __syncthreads();
    out[threadIdx.x] = values[3 - warp][lane];
}

static void show(const char *what, const int *dev_out, int count)
{
    int out[128];
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, count * sizeof *out, cudaMemcpyDeviceToHost));
    printf("%s:", what);
    for (int i = 0; i < count; i++)
        printf(" %d", out[i]);
    printf("\n");
}

int main(void)
{
    int *dev_out;
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, 128 * sizeof *dev_out));
    reduce<<<1, 128>>>(dev_out);
    show("reduce", dev_out, 4);
    parts<<<1, 32>>>(dev_out);
    show("parts", dev_out, 33);
    warps<<<1, 128>>>(dev_out);
    show("warps", dev_out, 128);
    HANDLE_ERROR(cudaFree(dev_out));
    return 0;
}
