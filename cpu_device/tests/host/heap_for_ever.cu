// SPDX-License-Identifier: MIT
// heap_for_ever.cu: all threads allocate blocks of any size in kernels, fill them to the last byte, compare them and
// free them, more of it than the device has memory; some are freed by another thread, and NULL by all.
// CPU exits 0
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

const int blocks = 16, threads = 32, held = 4;

__device__ size_t size_of(unsigned i)
{
    i = i * 2654435761u >> 8;
    return i % 128 == 0 ? i % 100000 : i % 8 == 0 ? 32740 + i % 40 : i % 500;
}

__global__ void use(int rounds, int *wrong)
{
    __shared__ char *last[threads];
    unsigned id = blockIdx.x * threads + threadIdx.x;
    char *p[held] = {};
    size_t size[held] = {};
    free(NULL);
    for (int i = 0; i < rounds; i++) {
        int at = i % held;
        for (size_t byte = 0; byte < size[at]; byte += byte + 1 < size[at] && size[at] - byte > 600 ? 600 : 1)
            if (p[at][byte] != (char)(id + byte))
                atomicAdd(wrong, 1);
        free(p[at]);
        size[at] = size_of(id * 1000 + i);
        p[at] = (char *)malloc(size[at]);
        if (p[at] == NULL) {
            atomicAdd(wrong, 1);
            size[at] = 0;
        }
        for (size_t byte = 0; byte < size[at]; byte += byte + 1 < size[at] && size[at] - byte > 600 ? 600 : 1)
            p[at][byte] = (char)(id + byte);
    }
    for (int at = 1; at < held; at++)
        free(p[at]);
    last[threadIdx.x] = p[0];
    __syncthreads();
    free(last[threads - 1 - threadIdx.x]);
}

int main()
{
    int *dev_wrong, wrong = 1;
    rusage usage;
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 256 << 20); // a GPU has 8 MB, unless asked for more
    if (cudaMalloc(&dev_wrong, sizeof wrong) != cudaSuccess || cudaMemset(dev_wrong, 0, sizeof wrong) != cudaSuccess)
        return 1;
    long first = 0;
    for (int i = 0; i < 4; i++) {
        use<<<blocks, threads>>>(24, dev_wrong);
        if (cudaMemcpy(&wrong, dev_wrong, sizeof wrong, cudaMemcpyDeviceToHost) != cudaSuccess || wrong != 0)
            return 1;
        getrusage(RUSAGE_SELF, &usage);
        if (first == 0)
            first = usage.ru_maxrss;
    }
    if (usage.ru_maxrss > 2 * first)
        printf("%ld KB became %ld KB\n", first, usage.ru_maxrss);
    return cudaFree(dev_wrong) != cudaSuccess || usage.ru_maxrss > 2 * first;
}
