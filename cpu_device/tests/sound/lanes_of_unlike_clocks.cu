// SPDX-License-Identifier: MIT
// lanes_of_unlike_clocks.cu: the lanes of half a warp read words, meet, and overwrite what they have read. Before that,
// some of them have synchronized more often than the others: they have met another lane, taken a lock, or fenced. The
// words are overwritten by atomic operations of all lanes, or by a plain store of one, which many other words precede.
#include <stdio.h>

const int blocks = 3, threads = 64, half = 16, rounds = 4, many = 1500;

enum before { nothing, met_others, took_lock, fenced, befores };
enum place { in_shared, in_global, places };

// Gives the lane that reads first in round `round` a clock ahead of the others.
__device__ void run_ahead(before what, int lane, int ahead, int *lock, int *counter)
{
    int base = threadIdx.x % 32 / half * half;
    switch (what) {
    case met_others: // each other lane in turn
        for (int other = 0; other < half; other++)
            if (other != ahead && (lane == ahead || lane == other))
                __syncwarp(1u << (base + ahead) | 1u << (base + other));
        break;
    case took_lock:
        if (lane == ahead) {
            while (atomicCAS(lock, 0, 1) != 0)
                __nanosleep(20);
            __threadfence();
            *counter += 1;
            __threadfence();
            atomicExch(lock, 0);
        }
        break;
    case fenced:
        if (lane == ahead)
            for (int i = 0; i < 3; i++)
                __threadfence_block();
        break;
    default: break;
    }
}

__global__ void atomics(before what, place where, int *words, int *lock, int *counter, int *wrong)
{
    __shared__ int shared[threads / half];
    int lane = threadIdx.x % half, number = threadIdx.x / half;
    unsigned mask = threadIdx.x % 32 < half ? 0x0000ffff : 0xffff0000;
    int *word = where == in_shared ? &shared[number] : &words[blockIdx.x * (threads / half) + number];
    if (lane == 0)
        *word = 0;
    __syncwarp(mask);
    for (int round = 0; round < rounds; round++) {
        int ahead = (round * 5 + number) % half;
        run_ahead(what, lane, ahead, lock, counter);
        if (*word != round * half)
            atomicAdd(wrong, 1);
        __syncwarp(mask);
        atomicAdd(word, 1);
        __syncwarp(mask);
    }
}

__global__ void stores(before what, place where, int *words, int *lock, int *counter, int *wrong)
{
    __shared__ int shared[threads / half][many];
    int lane = threadIdx.x % half, number = threadIdx.x / half;
    unsigned mask = threadIdx.x % 32 < half ? 0x0000ffff : 0xffff0000;
    int *row = where == in_shared ? shared[number] : &words[(blockIdx.x * (threads / half) + number) * many];
    for (int i = lane; i < many; i += half)
        row[i] = i;
    __syncwarp(mask);
    for (int round = 0; round < rounds; round++) {
        int ahead = (round * 5 + number) % half, sum = 0;
        run_ahead(what, lane, ahead, lock, counter);
        for (int i = 0; i < many; i++)
            sum += row[i];
        if (sum != many * (many - 1) / 2 + round * many)
            atomicAdd(wrong, 1);
        __syncwarp(mask);
        if (lane == ahead)
            for (int i = 0; i < many; i++)
                row[i]++;
        __syncwarp(mask);
    }
}

int main()
{
    const int size = blocks * (threads / half) * many * sizeof(int);
    int *words, *counters, wrong;
    if (cudaMalloc(&words, size) || cudaMalloc(&counters, 3 * sizeof(int)) || cudaMemset(counters, 0, 3 * sizeof(int)))
        return 1;
    for (int what = nothing; what < befores; what++)
        for (int where = in_shared; where < places; where++) {
            atomics<<<blocks, threads>>>((before)what, (place)where, words, counters, counters + 1, counters + 2);
            stores<<<blocks, threads>>>((before)what, (place)where, words, counters, counters + 1, counters + 2);
        }
    if (cudaMemcpy(&wrong, counters + 2, sizeof wrong, cudaMemcpyDeviceToHost) || cudaFree(words) || cudaFree(counters))
        return 1;
    printf("%d reads were wrong\n", wrong);
    return wrong != 0;
}
