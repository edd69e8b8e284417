// SPDX-License-Identifier: MIT
// blocks_handed_on.cu: what a block has stored reaches a third one by way of a second, which never looks at it: through
// another flag, another thread after a barrier, another scope that is wider. One fence stands before several flags,
// and one after several looks. Then the third overwrites the data, and hands that on in turn.
#include <stdio.h>

const int threads = 64, blocks = 9; // three groups of three

struct post {
    int letters[threads];
    volatile int first, second, third;
    int thanks;
};

__device__ post posts[2];

__global__ void hand_on()
{
    int t = threadIdx.x, role = blockIdx.x % 3, turn = blockIdx.x / 3;
    for (int p = 0; p < 2; p++)
        if (role == 0 && t == 7) // looks first, at both
            while (posts[p].third != turn)
                __nanosleep(20);
    if (role == 0 && t == 7)
        __threadfence();
    __syncthreads();
    if (role == 0) {
        for (int p = 0; p < 2; p++)
            posts[p].letters[t] = posts[p].letters[t] * 2 + p;
        __syncthreads();
        if (t == 8) {
            __threadfence();
            posts[0].first = turn + 1;
            posts[1].first = turn + 1;
        }
    } else if (role == 1) {
        if (t < 2) {
            while (posts[t].first != turn + 1)
                __nanosleep(20);
            __threadfence();
        }
        __syncthreads();
        if (t == 40) {
            __threadfence_system();
            posts[1].second = turn + 1;
            posts[0].second = turn + 1;
        }
    } else {
        if (t == 0) {
            while (posts[0].second != turn + 1 || posts[1].second != turn + 1)
                __nanosleep(20);
            __threadfence();
        }
        __syncthreads();
        int sum = posts[0].letters[threads - 1 - t] + posts[1].letters[t];
        __syncthreads();
        posts[0].letters[t] = sum % 1000;
        posts[1].letters[threads - 1 - t] = turn;
        __syncthreads();
        if (t == 63) {
            posts[0].thanks++;
            __threadfence();
            posts[0].third = turn + 1;
            posts[1].third = turn + 1;
        }
    }
}

int main()
{
    post result[2];
    int right[2][threads] = {}, old[2][threads];
    hand_on<<<blocks, threads>>>();
    if (cudaMemcpyFromSymbol(result, posts, sizeof posts) != cudaSuccess)
        return 1;
    for (int turn = 0; turn < blocks / 3; turn++) {
        for (int t = 0; t < threads; t++)
            for (int p = 0; p < 2; p++)
                old[p][t] = right[p][t] * 2 + p;
        for (int t = 0; t < threads; t++) {
            right[0][t] = (old[0][threads - 1 - t] + old[1][t]) % 1000;
            right[1][threads - 1 - t] = turn;
        }
    }
    for (int t = 0; t < threads; t++)
        if (result[0].letters[t] != right[0][t] || result[1].letters[t] != right[1][t])
            return 1;
    return result[0].thanks != blocks / 3;
}
