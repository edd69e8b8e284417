// SPDX-License-Identifier: MIT
// symbols.cu: __constant__ and __device__ variables, some with values from the start, some that the host copies;
// pointers to them and to constants of functions go to kernels and functions; lookup in static tables.
#include <stdio.h>

__constant__ int weights[8] = {1, 2, 3, 5, 8, 13, 21, 34};
__constant__ float scale;
__device__ int counters[4];
__device__ int first = 17, *current = &first;
__device__ const char words[3][6] = {"one", "two", "three"};
static __device__ double results[8];

__device__ int length(const char *word)
{
    int n = 0;
    while (word[n] != '\0')
        n++;
    return n;
}

__device__ int prime(int i)
{
    static const int primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
    const unsigned char small[] = {1, 1, 2, 3, 5, 8, 13, 21};
    return primes[i & 7] * small[i & 7];
}

__global__ void use(const int *table, int *counts)
{
    int t = threadIdx.x;
    atomicAdd(&counts[t % 4], table[t]);
    results[t] = scale * weights[7 - t] + prime(t) + length(words[t % 3]) + *current;
    __syncthreads();
    if (t == 0)
        counters[3]++; // hidden from the atomics of thread 3 and 7 by being after the barrier
}

__global__ void move_current(int *to)
{
    *to = *current + 1;
    current = to;
}

int main()
{
    float factor = 0.5f;
    int more[2] = {100, 200}, *table, *counts, got[4];
    double out[8];
    if (cudaMemcpyToSymbol(scale, &factor, sizeof factor) != cudaSuccess ||
        cudaMemcpyToSymbol(counters, more, sizeof more, sizeof more) != cudaSuccess ||
        cudaGetSymbolAddress((void **)&table, weights) != cudaSuccess ||
        cudaGetSymbolAddress((void **)&counts, counters) != cudaSuccess)
        return 1;
    int *place;
    if (cudaMalloc(&place, sizeof *place) != cudaSuccess)
        return 1;
    move_current<<<1, 1>>>(place);
    use<<<1, 8>>>(table, counts);
    if (cudaMemcpyFromSymbol(out, results, sizeof out) != cudaSuccess ||
        cudaMemcpyFromSymbol(got, counters, sizeof got) != cudaSuccess)
        return 1;
    const int weight[] = {1, 2, 3, 5, 8, 13, 21, 34}, primes[] = {2, 3, 5, 7, 11, 13, 17, 19},
              small[] = {1, 1, 2, 3, 5, 8, 13, 21}, lengths[] = {3, 3, 5};
    for (int t = 0; t < 8; t++)
        if (out[t] != 0.5 * weight[7 - t] + primes[t] * small[t] + lengths[t % 3] + 18)
            return 1;
    if (got[0] != 9 || got[1] != 15 || got[2] != 124 || got[3] != 240)
        return 1;
    return cudaFree(place) != cudaSuccess;
}
