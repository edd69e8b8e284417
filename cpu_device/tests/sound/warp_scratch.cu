// SPDX-License-Identifier: MIT
// warp_scratch.cu: each warp has a scratch pad in global memory, with nothing but __syncwarp() between its lanes'
// stores and loads: of all lanes, of quarters at their own times, of the odd ones alone, of a last warp of eleven.
#include <stdio.h>

const int threads = 75, blocks = 4, warps = 3, total = threads * blocks;

__device__ long long pads[blocks][warps][32];

__global__ void work(long long *out)
{
    int t = threadIdx.x, lane = t % 32, first = t - lane;
    int lanes = threads - first < 32 ? threads - first : 32;
    unsigned all = lanes == 32 ? ~0u : (1u << lanes) - 1;
    long long *pad = pads[blockIdx.x][t / 32], value = blockIdx.x * threads + t;
    for (int round = 0; round < 4; round++) {
        pad[lane] = value;
        __syncwarp(all);
        value += pad[(lane + 1) % lanes] * 2;
        __syncwarp(all);
    }
    unsigned quarter = 0xffu << lane / 8 * 8 & all;
    int in_quarter = __popc(quarter), base = lane / 8 * 8;
    for (int round = 0; round <= lane / 8; round++) { // some more often than others
        pad[base + (lane - base + round) % in_quarter] = value;
        __syncwarp(quarter);
        value = 3 * pad[base + in_quarter - 1 - (lane - base)] + round;
        __syncwarp(quarter);
    }
    unsigned odd = 0xaaaaaaaau & all;
    if (lane % 2 == 1) {
        pad[lane] = value;
        __syncwarp(odd);
        if (lane >= 3)
            value -= pad[lane - 2];
    } else
        pad[lane] = -value;
    __syncwarp(all);
    if (lane == lanes - 1)
        for (int i = 0; i < lanes; i += 2)
            value += pad[i];
    out[blockIdx.x * threads + t] = value & 0xffffff;
}

int main()
{
    long long *dev, out[total], v[32], pad[32];
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess)
        return 1;
    work<<<blocks, threads>>>(dev);
    if (cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int first = 0; first < total; first += first % threads == 64 ? 11 : 32) {
        int lanes = first % threads == 64 ? 11 : 32;
        for (int i = 0; i < lanes; i++)
            v[i] = first + i;
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < lanes; i++)
                pad[i] = v[i];
            for (int i = 0; i < lanes; i++)
                v[i] += pad[(i + 1) % lanes] * 2;
        }
        for (int base = 0; base < lanes; base += 8) {
            int some = lanes - base < 8 ? lanes - base : 8;
            for (int round = 0; round <= base / 8; round++) {
                for (int i = 0; i < some; i++)
                    pad[base + (i + round) % some] = v[base + i];
                for (int i = 0; i < some; i++)
                    v[base + i] = 3 * pad[base + some - 1 - i] + round;
            }
        }
        for (int i = 0; i < lanes; i++)
            pad[i] = i % 2 == 1 ? v[i] : -v[i];
        for (int i = 3; i < lanes; i += 2)
            v[i] -= pad[i - 2];
        for (int i = 0; i < lanes; i += 2)
            v[lanes - 1] += pad[i];
        for (int i = 0; i < lanes; i++)
            if (out[first + i] != (v[i] & 0xffffff))
                return 1;
    }
    return cudaFree(dev) != cudaSuccess;
}
