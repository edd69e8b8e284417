// SPDX-License-Identifier: MIT
// blocks_look_back_words.cu: a running maximum in one launch: what a block knows is one 64-bit word, a float beside its
// state. It is published by atomicExch and looked at through volatile, by all threads of the later blocks, which stop
// at different words; nothing else is handed on, so there is no fence.
#include <stdio.h>

const int threads = 32, blocks = 40, n = blocks * threads;
typedef unsigned long long word;

__device__ word words[2][blocks];
__device__ unsigned begun[2];

__device__ word make(unsigned state, float value)
{
    return (word)state << 32 | __float_as_uint(value);
}

__global__ void running_maximum(const float *in, float *out, int set)
{
    volatile word *all = words[set];
    int t = threadIdx.x, block = 0;
    if (t == 0)
        block = atomicAdd(&begun[set], 1u);
    block = __shfl_sync(~0u, block, 0);
    float mine = in[block * threads + t];
    for (int step = 1; step < 32; step *= 2)
        mine = fmaxf(mine, __shfl_up_sync(~0u, mine, step));
    if (t == 31)
        atomicExch(&words[set][block], make(1, mine));
    float before = -1;
    for (int b = block - 1; b >= 0; b--) { // each lane for itself
        word seen;
        while ((seen = all[b]) >> 32 == 0)
            __nanosleep(20);
        before = fmaxf(before, __uint_as_float((unsigned)seen));
        if (seen >> 32 == 2)
            break;
    }
    mine = fmaxf(mine, before);
    if (t == 31)
        atomicExch(&words[set][block], make(2, mine));
    out[block * threads + t] = mine;
}

int main()
{
    static float host[n], result[n];
    float *in, *out;
    for (int i = 0; i < n; i++)
        host[i] = i * 37 % 101 + i / 9;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof host) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    for (int set = 0; set < 2; set++) {
        running_maximum<<<blocks, threads>>>(in, out, set);
        if (cudaMemcpy(result, out, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
            return 1;
        float right = -1;
        for (int i = 0; i < n; i++) {
            right = host[i] > right ? host[i] : right;
            if (result[i] != right)
                return 1;
        }
    }
    cudaFree(in);
    return cudaFree(out) != cudaSuccess;
}
