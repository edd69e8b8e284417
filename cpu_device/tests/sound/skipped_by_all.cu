// SPDX-License-Identifier: MIT
// skipped_by_all.cu: barriers in branches and loops whose conditions are the same for all threads of a block, and
// threads that return or go past a branch after the last barrier. No barrier is skipped by a part of a block.
#include "../kernel_run.h"

const int threads = 96, blocks = 4;

__device__ int sum_of_neighbours(int *line, int value)
{
    line[threadIdx.x] = value;
    __syncthreads();
    int sum = line[threadIdx.x] + line[(threadIdx.x + 1) % threads];
    __syncthreads();
    return sum;
}

// Two barriers in one line, of which all threads of a block take the same one; then all come to two.
#define MEET(first)                                                                                                    \
    if (first)                                                                                                         \
        __syncthreads();                                                                                               \
    else                                                                                                               \
        __syncthreads()
#define MEET_TWICE (__syncthreads_count(1) + __syncthreads_count(1))

// Whole blocks go one way or the other.
__global__ void by_block(int *out, int rounds)
{
    __shared__ int line[threads];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    if (blockIdx.x % 2 == 0)
        out[i] = sum_of_neighbours(line, t);
    else
        out[i] = 2 * t + 1 - (t == threads - 1) * threads;
    MEET(blockIdx.x < 2);
    out[i] += MEET_TWICE - 2 * threads;
    if (blockIdx.x == 3)
        return;
    for (int round = blockIdx.x; round < rounds; round += gridDim.x)
        __syncthreads();
    switch (blockIdx.x) {
    case 1: __syncthreads(); break;
    case 2: return;
    default: break;
    }
    if (t < blockDim.x)
        __syncthreads();
}

// A vote, or a value of the block, decides for all.
__global__ void by_vote(int *out)
{
    __shared__ int last;
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x, value = t, rounds = 0;
    if (t == 0)
        last = blockIdx.x == 1;
    __syncthreads();
    while (true) {
        if (!__syncthreads_or(value > 0))
            break;
        value /= 2;
        rounds++;
        __syncthreads();
    }
    if (last)
        __syncthreads();
    bool goes_on = last && __syncthreads_and(rounds == 7);
    out[i] += goes_on ? 0 : rounds - 7;
    if (last)
        return;
    if (__syncthreads_count(t % 3 == 0) == threads / 3)
        __syncthreads();
}

// After the last barrier each thread may go its own way.
__global__ void after_the_last(int *out)
{
    __shared__ int line[threads];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    auto add = [](int x) {
        if (x == 0)
            return 0;
        return x;
    };
    line[t] = out[i];
    __syncthreads();
    if (t % 2)
        goto end;
    for (int k = 0; k < 10; k++) {
        if (k == t)
            return;
        if (k > t)
            break;
    }
    if (t >= 32) {
        out[i] = line[t];
        return;
    }
    out[i] = add(line[t]);
end:;
}

int main()
{
    device_array<int> out(blocks * threads);
    by_block<<<blocks, threads>>>(out, 5);
    by_vote<<<blocks, threads>>>(out);
    after_the_last<<<blocks, threads>>>(out);
    return check(out, [](int i) {
        int t = i % threads;
        return t == threads - 1 ? t : 2 * t + 1;
    });
}
