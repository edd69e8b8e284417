// SPDX-License-Identifier: MIT
// last_arrival_resets.cu: threads arrive by an atomic on a counter, and the thread whose result says that all others
// were there reads the counter plainly and sets it back, without a barrier: its own operation has seen all the others.
#include <stdio.h>

const int most = 1024, ways = 8;

__device__ int in_global[ways];

__device__ __noinline__ int arrive(int *count)
{
    return atomicAdd(count, 1);
}

__device__ bool is_last(int *count, int n, int way)
{
    switch (way) {
    case 0: return atomicAdd(count, 1) == n - 1;
    case 1: return atomicInc((unsigned *)count, (unsigned)n) == (unsigned)n - 1;
    case 2: return atomicSub(count, 1) == 1 - n;
    case 3: { // by a compare-and-swap, from a guess
        int old = *count, expected;
        do {
            expected = old;
            old = atomicCAS(count, expected, expected + 1);
        } while (old != expected);
        return old == n - 1;
    }
    case 4: return arrive(count) == n - 1;
    case 5: { // the place in a list, and then the test
        int place = atomicAdd(count, 1), after = place + 1;
        return after == n;
    }
    case 6: { // a bit for each lane of the first warp; nobody else arrives
        if (threadIdx.x >= 32)
            return false;
        unsigned bit = 1u << threadIdx.x, all = n < 32 ? (1u << n) - 1 : ~0u;
        return (atomicOr((unsigned *)count, bit) | bit) == all;
    }
    default: { // first without looking, then with
        atomicAdd(count, 1);
        return atomicAdd(count, 1) == 2 * n - 1;
    }
    }
}

__global__ void reset(int *rounds)
{
    __shared__ int in_shared[ways];
    for (int way = 0; way < ways && threadIdx.x == 0; way++)
        in_shared[way] = 0;
    __syncthreads();
    for (int way = 0; way < ways; way++) {
        if (is_last(&in_shared[way], blockDim.x, way)) {
            int seen = in_shared[way];
            in_shared[way] = 0;
            atomicAdd(rounds, seen != 0);
        }
        if (is_last(&in_global[way], blockDim.x, way)) {
            int seen = in_global[way];
            in_global[way] = 0;
            atomicAdd(rounds, seen != 0);
        }
    }
}

int main()
{
    int *dev_rounds, rounds = 0, launches = 0;
    if (cudaMalloc(&dev_rounds, sizeof(int)) != cudaSuccess || cudaMemset(dev_rounds, 0, sizeof(int)) != cudaSuccess)
        return 1;
    for (int threads = 1; threads <= most; threads = threads < 32 ? threads + 13 : threads * 2, launches++)
        reset<<<1, threads>>>(dev_rounds);
    cudaMemcpy(&rounds, dev_rounds, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d of %d\n", rounds, launches * 2 * ways);
    return rounds != launches * 2 * ways || cudaFree(dev_rounds) != cudaSuccess;
}
