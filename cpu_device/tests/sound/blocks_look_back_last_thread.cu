// SPDX-License-Identifier: MIT
// blocks_look_back_last_thread.cu: a prefix sum in one launch where the thread that holds a block's sum publishes it,
// another one looks back, and a third publishes the total: what they learn they tell one another over barriers. The
// flags are set by atomicExch and asked for by atomicOr of nothing; the last block to end clears all, plainly.
#include "../kernel_run.h"

const int threads = 64, blocks = 18, n = blocks * threads;

struct state {
    int part, total;
    unsigned flag, unused;
};

__device__ state states[blocks];
__device__ unsigned begun, ended;

__global__ void scan(short *data)
{
    __shared__ int cache[threads], number, before;
    __shared__ bool last;
    int t = threadIdx.x;
    if (t == 0)
        number = atomicAdd(&begun, 1u);
    __syncthreads();
    int block = number;
    cache[t] = data[block * threads + t];
    __syncthreads();
    for (int step = 1; step < threads; step *= 2) {
        int sum = cache[t] + (t >= step ? cache[t - step] : 0);
        __syncthreads();
        cache[t] = sum;
        __syncthreads();
    }
    if (t == threads - 1) {
        states[block].part = cache[t];
        __threadfence();
        atomicExch(&states[block].flag, 1u);
    }
    if (t == 0) {
        int sum = 0;
        unsigned flag = 0;
        for (int b = block - 1; b >= 0 && flag != 2; b--) {
            while ((flag = atomicOr(&states[b].flag, 0u)) == 0)
                __nanosleep(20);
            __threadfence();
            sum += flag == 2 ? states[b].total : states[b].part;
        }
        before = sum;
    }
    __syncthreads();
    if (t == threads / 2) {
        states[block].total = before + cache[threads - 1];
        __threadfence();
        atomicExch(&states[block].flag, 2u);
    }
    data[block * threads + t] = before + cache[t];
    __syncthreads();
    if (t == 0) {
        __threadfence();
        last = atomicAdd(&ended, 1u) == blocks - 1;
        __threadfence();
    }
    __syncthreads();
    if (last && t < blocks)
        states[t] = state();
    if (last && t == threads - 1)
        begun = ended = 0;
}

int main()
{
    short host[n];
    short right[n];
    for (int i = 0; i < n; i++)
        host[i] = right[i] = i % 5 - 2;
    device_array<short> data(n, host);
    for (int launch = 0; launch < 3; launch++) {
        scan<<<blocks, threads>>>(data);
        for (int i = 1; i < n; i++)
            right[i] = right[i] + right[i - 1];
    }
    return check(data, right);
}
