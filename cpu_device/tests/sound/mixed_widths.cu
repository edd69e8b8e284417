// SPDX-License-Identifier: MIT
// mixed_widths.cu: what one thread writes as 16 bytes, others read after a barrier as 4, as 8, as 2 and as single
// bytes, and the other way round; in shared and in global memory, and within a warp after __syncwarp().
#include "../kernel_run.h"

const int threads = 64, blocks = 3;

union cells {
    float4 quads[threads];
    float2 pairs[2 * threads];
    float singles[4 * threads];
    unsigned long long longs[2 * threads];
    unsigned words[4 * threads];
    unsigned short shorts[8 * threads];
    unsigned char bytes[16 * threads];
};

__device__ cells in_global[blocks];

__device__ unsigned use(cells *c)
{
    int t = threadIdx.x;
    unsigned sum = 0;
    c->quads[t] = make_float4(t, t + 0.25f, t + 0.5f, t + 0.75f);
    __syncthreads();
    for (int i = 0; i < 4; i++)
        sum += c->singles[i * threads + t] * 4;
    float2 pair = c->pairs[2 * threads - 1 - t];
    sum += pair.x + pair.y;
    __syncthreads();
    for (int i = 0; i < 4; i++)
        c->words[i * threads + t] = (i * threads + t) * 0x01010101u;
    __syncthreads();
    sum += (unsigned)(c->longs[threads + t] >> 32);
    sum += c->shorts[8 * threads - 1 - t];
    sum += c->bytes[16 * (t ^ 1) + 5];
    __syncthreads();
    for (int i = 0; i < 16; i++)
        c->bytes[i * threads + t] = t + i;
    __syncthreads();
    sum += (unsigned)c->longs[t] * 3 + c->words[2 * threads + t];
    __syncthreads();
    c->shorts[t / 32 * 256 + t % 32] = t * 7; // each warp has its half for itself
    __syncwarp();
    sum += c->words[t / 32 * 128 + t % 16];
    __syncwarp();
    if (t % 2 == 0)
        c->longs[t / 32 * 64 + t % 32 / 2] = (unsigned long long)t << 40 | t;
    __syncwarp();
    sum += c->bytes[t / 32 * 512 + t % 32 * 4];
    return sum;
}

__global__ void run(unsigned *out)
{
    __shared__ cells in_shared;
    int i = blockIdx.x * threads + threadIdx.x;
    out[i] = use(&in_shared);
    out[blocks * threads + i] = use(&in_global[blockIdx.x]);
}

unsigned right(int t)
{
    unsigned sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (i * threads + t) / 4 * 4 + t % 4;
    int p = 2 * threads - 1 - t;
    sum += p % 2 == 0 ? p / 2 * 2 + 0.25f : p / 2 * 2 + 1.25f;
    sum += (2 * (threads + t) + 1) * 0x01010101u;
    sum += ((8 * threads - 1 - t) / 2 * 0x01010101u) >> 16;
    sum += (4 * (t ^ 1) + 1) & 0xff;
    unsigned char bytes[16 * threads];
    for (int i = 0; i < 16 * threads; i++)
        bytes[i] = i % threads + i / threads;
    for (int i = 0; i < 4; i++)
        sum += bytes[8 * t + i] * 3u << 8 * i;
    for (int i = 0; i < 4; i++)
        sum += (unsigned)bytes[8 * threads + 4 * t + i] << 8 * i;
    int first = t / 32 * 32 + t % 16 * 2;
    sum += first * 7 | (first + 1) * 7 << 16;
    int even = t / 32 * 32 + t % 32 / 2 * 2; // byte 4 * lane is the low one of a half of a long
    return sum + (t % 2 == 0 ? even : (unsigned)((unsigned long long)even << 40 >> 32 & 0xff));
}

int main()
{
    device_array<unsigned> out(2 * blocks * threads);
    run<<<blocks, threads>>>(out);
    return check(out, [](int i) { return right(i % threads); });
}
