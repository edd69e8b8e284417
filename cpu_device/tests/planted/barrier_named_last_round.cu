// SPDX-License-Identifier: MIT
// barrier_named_last_round.cu: the producer waits for an empty buffer after the last round, too, and the consumer has
// left.
// CPU exits 3
// CPU finds divergent-barrier
// CPU says 32 threads wait in a barrier with a number at barrier_named_last_round.cu:{sync}: 0-31
// CPU says Barrier 2 expects 64 threads: 32 have arrived.
// CPU says Threads that have exited without arriving there: 32-63
// racecheck exits 3
// racecheck prints Deadlock detected in Barrier
// fixed-racecheck exits 3
// fixed-racecheck prints Error: Race reported between
#include <stdio.h>

const int half = 32, rounds = 4;
enum { full = 1, empty = 2 };

__device__ void sync(int number, int count)
{
    asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(count) : "memory"); // {sync}
}
__device__ void arrive(int number, int count)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(count) : "memory");
}

__global__ void pass_on(int *out)
{
    __shared__ int values[half];
    int t = threadIdx.x % half, sum = 0;
    for (int round = 0; round < rounds; round++)
        if (threadIdx.x < half) {
            values[t] = round + t;
            arrive(full, 2 * half);
#ifdef FIXED
            if (round < rounds - 1)
#endif
                sync(empty, 2 * half);
        } else {
            sync(full, 2 * half);
            sum += values[(t + 1) % half];
            if (round < rounds - 1)
                arrive(empty, 2 * half);
        }
    if (threadIdx.x >= half)
        out[t] = sum;
}

int main(void)
{
    int *dev, out[half], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaMemset(dev, 0, sizeof out) != cudaSuccess)
        return 77;
    pass_on<<<1, 2 * half>>>(dev);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < half; i++)
        wrong += out[i] != 6 + rounds * ((i + 1) % half);
    printf("%d wrong\n", wrong);
    cudaFree(dev);
#ifdef FIXED
    return wrong != 0;
#else
    return 0;
#endif
}
