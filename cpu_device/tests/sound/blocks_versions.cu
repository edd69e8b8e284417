// SPDX-License-Identifier: MIT
// blocks_versions.cu: one block makes version after version of a struct, each in a new place, and publishes its address
// in a volatile pointer after a fence; the others take the pointer whenever they like, fence, and read, all threads of
// a warp by themselves. A version, once out, never changes; each leads to the one before.
#include <stdio.h>

const int threads = 32, blocks = 5, versions = 20, looks = 24;

struct version {
    int number;
    char letters[6];
    const version *before;
};

__device__ version pool[versions];
__device__ const version *volatile newest;
__device__ int wrong;

__global__ void run()
{
    if (blockIdx.x == 0) {
        for (int v = 0; v < versions && threadIdx.x == 0; v++) {
            pool[v].number = v;
            for (int i = 0; i < 6; i++)
                pool[v].letters[i] = 'a' + (v + i) % 26;
            pool[v].before = newest;
            __threadfence();
            newest = &pool[v];
        }
        return;
    }
    int last = -1;
    for (int look = 0; look < looks; look++) {
        const version *v = newest;
        if (v == NULL)
            continue;
        __threadfence();
        if (v->number < last || v->letters[look % 6] != 'a' + (v->number + look % 6) % 26)
            atomicAdd(&wrong, 1);
        last = v->number;
        int length = 0;
        for (; v != NULL; v = v->before)
            length++;
        if (length != last + 1)
            atomicAdd(&wrong, 1);
    }
}

int main()
{
    int result;
    const version *last;
    version all[versions];
    void *first;
    run<<<blocks, threads>>>();
    if (cudaMemcpyFromSymbol(&result, wrong, sizeof result) != cudaSuccess ||
        cudaMemcpyFromSymbol(&last, newest, sizeof last) != cudaSuccess ||
        cudaGetSymbolAddress(&first, pool) != cudaSuccess || cudaMemcpyFromSymbol(all, pool, sizeof all) != cudaSuccess)
        return 1;
    for (int v = 0; v < versions; v++)
        if (all[v].number != v || all[v].before != (v == 0 ? NULL : (version *)first + v - 1))
            return 1;
    return result != 0 || last != (version *)first + versions - 1;
}
