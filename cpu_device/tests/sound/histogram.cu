// SPDX-License-Identifier: MIT
// histogram.cu: counts in shared memory by atomics, merged by atomics; and with a copy of bytes for each warp.
#include "../kernel_run.h"

const int n = 20000, threads = 192, blocks = 7, bins = 256;

__global__ void count(const unsigned char *in, unsigned *out)
{
    __shared__ unsigned counts[bins];
    for (int i = threadIdx.x; i < bins; i += blockDim.x)
        counts[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&counts[in[i]], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < bins; i += blockDim.x)
        atomicAdd(&out[i], counts[i]);
}

// A counter of a byte for each thread and each of 64 classes: nobody else touches it, so it needs no atomics.
__global__ void count_bytes(const unsigned char *in, unsigned *out)
{
    __shared__ unsigned char counts[64][threads];
    for (int c = 0; c < 64; c++)
        counts[c][threadIdx.x] = 0;
    int begin = (blockIdx.x * threads + threadIdx.x) * 15;
    for (int i = begin; i < begin + 15 && i < n; i++)
        counts[in[i] >> 2][threadIdx.x]++;
    __syncthreads();
    if (threadIdx.x < 64) {
        unsigned sum = 0;
        for (int t = 0; t < threads; t++)
            sum += counts[threadIdx.x][t];
        atomicAdd(&out[threadIdx.x], sum);
    }
}

int main()
{
    static unsigned char host[n];
    unsigned right[bins + 64] = {};
    for (int i = 0; i < n; i++) {
        host[i] = i * 31 % 251;
        right[host[i]]++;
        right[bins + (host[i] >> 2)]++;
    }
    device_array<unsigned char> in(n, host);
    device_array<unsigned> out(bins + 64, zeros);
    count<<<blocks, threads>>>(in, out);
    count_bytes<<<(n + threads * 15 - 1) / (threads * 15), threads>>>(in, out + bins);
    return check(out, right);
}
