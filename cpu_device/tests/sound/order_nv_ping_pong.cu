// SPDX-License-Identifier: MIT
// order_nv_ping_pong.cu: two blocks take turns at one plain word; whose turn it is, a word of __nv_atomic functions
// says.
#include <stdio.h>

const unsigned turns = 40;

__global__ void play(unsigned *turn, unsigned *ball)
{
    for (unsigned i = blockIdx.x; i < turns; i += 2) {
        while (__nv_atomic_load_n(turn, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) != i)
            ;
        *ball = *ball * 3 % 1009 + blockIdx.x;
        __nv_atomic_store_n(turn, i + 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    }
}

int main()
{
    unsigned *words, host[2] = {0, 7}, ball = 7;
    if (cudaMalloc(&words, sizeof host) != cudaSuccess ||
        cudaMemcpy(words, host, sizeof host, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    play<<<2, 1>>>(words, words + 1);
    if (cudaMemcpy(host, words, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (unsigned i = 0; i < turns; i++)
        ball = ball * 3 % 1009 + i % 2;
    cudaFree(words);
    return host[1] != ball;
}
