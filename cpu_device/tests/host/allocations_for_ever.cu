// SPDX-License-Identifier: MIT
// allocations_for_ever.cu: more is allocated and freed than there are addresses for, and the process stays small.
// CPU exits 0
#include <stdio.h>
#include <sys/resource.h>

__global__ void increment(int *a)
{
    a[threadIdx.x]++;
}

static long peak() // KB
{
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static bool allocate(size_t size, int times)
{
    for (int i = 0; i < times; i++) {
        int *a;
        if (cudaMalloc(&a, size) != cudaSuccess || cudaMemset(a, 0, 128) != cudaSuccess)
            return false;
        increment<<<1, 32>>>(a);
        if (cudaFree(a) != cudaSuccess)
            return false;
    }
    return true;
}

int main()
{
    size_t free, total;
    if (cudaMemGetInfo(&free, &total) != cudaSuccess || !allocate(total / 8, 100) || !allocate(128, 1000))
        return 1;
    long before = peak();
    if (!allocate(total / 8, 100) || !allocate(128, 70000) || !allocate(20000, 10000))
        return 1;
    if (peak() > before + 100 * 1024) {
        printf("%ld KB became %ld KB\n", before, peak());
        return 1;
    }
}
