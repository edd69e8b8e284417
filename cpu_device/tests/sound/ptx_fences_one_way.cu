// SPDX-License-Identifier: MIT
// ptx_fences_one_way.cu: messages between blocks and within one, by PTX: fence.release before the flag, fence.acquire
// after it, of the scope that the two threads need. Compiled with: -arch=sm_90
#include <stdio.h>

const int pairs = 8;

#define STORE(scope, flag) asm volatile("st.relaxed." scope ".s32 [%0], 1;" ::"l"(flag) : "memory")
#define LOAD(scope, value, flag) asm volatile("ld.relaxed." scope ".s32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory")

__global__ void between_blocks(int *data, int *flags, int *out)
{
    const int pair = blockIdx.x / 2;
    if (blockIdx.x % 2 == 0) {
        data[2 * pair] = pair;
        data[2 * pair + 1] = 10 * pair;
        if (pair % 2 == 0)
            asm volatile("fence.release.gpu;" ::: "memory");
        else
            asm volatile("fence.release.sys;" ::: "memory");
        STORE("gpu", flags + pair);
    } else {
        int there;
        do
            LOAD("gpu", there, flags + pair);
        while (there == 0);
        if (pair % 2 == 0)
            asm volatile("fence.acquire.sys;" ::: "memory");
        else
            asm volatile("fence.acquire.gpu;" ::: "memory");
        out[pair] = data[2 * pair] + data[2 * pair + 1];
    }
}

__global__ void within_block(int *out)
{
    __shared__ int data[2 * pairs], flags[pairs];
    if (threadIdx.x < pairs)
        flags[threadIdx.x] = 0;
    __syncthreads();
    const int pair = threadIdx.x / 32;
    if (threadIdx.x % 32 != 0)
        return;
    if (pair % 2 == 0) {
        data[pair] = pair;
        asm volatile("fence.release.cta;" ::: "memory");
        STORE("cta", flags + pair);
    } else {
        int there;
        do
            LOAD("cta", there, flags + pair - 1);
        while (there == 0);
        asm volatile("fence.acquire.cta;" ::: "memory");
        out[pair] = data[pair - 1];
    }
}

int main()
{
    int *words, out[pairs];
    if (cudaMalloc(&words, 4 * pairs * sizeof *words) != cudaSuccess ||
        cudaMemset(words, 0, 4 * pairs * sizeof *words) != cudaSuccess)
        return 1;
    between_blocks<<<2 * pairs, 1>>>(words, words + 2 * pairs, words + 3 * pairs);
    if (cudaMemcpy(out, words + 3 * pairs, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int pair = 0; pair < pairs; pair++)
        if (out[pair] != 11 * pair)
            return 1;
    within_block<<<1, 32 * pairs>>>(words + 3 * pairs);
    if (cudaMemcpy(out, words + 3 * pairs, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int pair = 1; pair < pairs; pair += 2)
        if (out[pair] != pair - 1)
            return 1;
    cudaFree(words);
    return 0;
}
