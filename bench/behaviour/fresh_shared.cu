// SPDX-License-Identifier: MIT
// fresh_shared.cu: what a new block finds in shared memory that it has not written.
//
//     nvcc -O2 -arch=native -o fresh_shared bench/behaviour/fresh_shared.cu && ./fresh_shared
//
// The guess: zeros in a new context, and after that what the last block on the multiprocessor left.
#include <stdio.h>
#include <string.h>

#include "../../common/book.h"

const int words = 48 * 1024 / 4;
const int blocks = 1056;
const unsigned mark = 0xabcd0000; // and the number of the launch

enum { zeros, marks_of_last, marks_of_others, others, kinds };

__global__ void fill(unsigned launch, int count)
{
    extern __shared__ volatile unsigned shared[];
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        shared[i] = mark + launch;
}

__global__ void look(unsigned launch, unsigned long long *found)
{
    extern __shared__ volatile unsigned shared[];
    for (int i = threadIdx.x; i < words; i += blockDim.x) {
        unsigned word = shared[i];
        int kind = word == 0                     ? zeros
                   : word == mark + launch       ? marks_of_last
                   : (word & 0xffff0000) == mark ? marks_of_others
                                                 : others;
        atomicAdd(&found[kind], 1ULL);
    }
}

__global__ void without_shared(float *data)
{
    data[threadIdx.x] += 1;
}

static void show(const char *when, unsigned launch)
{
    unsigned long long *found;
    HANDLE_ERROR(cudaMallocManaged(&found, kinds * sizeof *found));
    memset(found, 0, kinds * sizeof *found);
    look<<<blocks, 256, words * 4>>>(launch, found);
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("%-66s %10llu %10llu %10llu %10llu\n", when, found[zeros], found[marks_of_last], found[marks_of_others],
           found[others]);
    HANDLE_ERROR(cudaFree(found));
}

int main(void)
{
    printf("%-66s %10s %10s %10s %10s\n", "words that a block finds", "zero", "last mark", "older mark", "other");
    show("the first launch of the context", 1);
    show("the second launch, after one that only looked", 1);
    fill<<<blocks, 256, words * 4>>>(1, words);
    show("after a kernel that filled all of it", 1);
    show("after that kernel and one that only looked", 1);
    fill<<<blocks, 256, words * 4 / 2>>>(2, words / 2);
    show("after a kernel whose blocks had and filled half as much", 2);
    fill<<<1, 256, words * 4>>>(3, words);
    show("after a kernel of one block", 3);
    fill<<<blocks, 256, words * 4>>>(4, words);
    float *data;
    HANDLE_ERROR(cudaMalloc(&data, 1 << 20));
    HANDLE_ERROR(cudaMemset(data, 0, 1 << 20));
    without_shared<<<blocks, 256>>>(data);
    show("after a fill, a cudaMemset() and a kernel without shared memory", 4);
    fill<<<blocks, 256, words * 4>>>(5, words);
    HANDLE_ERROR(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    without_shared<<<blocks, 256>>>(data);
    HANDLE_ERROR(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
    show("after a fill, and kernels with another size of the L1 cache", 5);
    HANDLE_ERROR(cudaFree(data));
    HANDLE_ERROR(cudaDeviceReset());
    show("the first launch of a new context of the same process", 5);
    return 0;
}
