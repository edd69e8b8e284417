// SPDX-License-Identifier: MIT
// memory_pools.cu: memory in the order of a stream, from the default pool and from one of the program's own; what pools
// count, and what is refused.
// Errors on purpose.

#include <stdio.h>

#include "../handle_error.h"

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

const int n = 1 << 20;

__global__ void add_index(int *a, int more)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i + more;
}

static unsigned long long used_by(cudaMemPool_t pool, cudaMemPoolAttr attribute)
{
    unsigned long long bytes = 0;
    HANDLE_ERROR(cudaMemPoolGetAttribute(pool, attribute, &bytes));
    return bytes;
}

static void show_use(cudaMemPool_t pool)
{
    printf("used: %llu MB, at most %llu MB\n", used_by(pool, cudaMemPoolAttrUsedMemCurrent) >> 20,
           used_by(pool, cudaMemPoolAttrUsedMemHigh) >> 20);
}

int main(void)
{
    const size_t size = n * sizeof(int);
    cudaStream_t stream;
    HANDLE_ERROR(cudaStreamCreate(&stream));
    cudaMemPool_t pool, own, got;
    HANDLE_ERROR(cudaDeviceGetDefaultMemPool(&pool, 0));
    HANDLE_ERROR(cudaDeviceGetMemPool(&got, 0));
    printf("the default pool is used: %d\n", got == pool);
    int supported = 0, value = 0;
    HANDLE_ERROR(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
    printf("supported: %d\n", supported);
    HANDLE_ERROR(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseFollowEventDependencies, &value));
    printf("reuse follows events: %d\n", value);
    printf("release threshold: %llu\n", used_by(pool, cudaMemPoolAttrReleaseThreshold));
    unsigned long long threshold = ~0ull;
    HANDLE_ERROR(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    printf("set to the highest: %d\n", used_by(pool, cudaMemPoolAttrReleaseThreshold) == threshold);

    int *a, *b, *host;
    HANDLE_ERROR(cudaMallocHost((void **)&host, size));
    for (int round = 0; round < 3; round++) {
        HANDLE_ERROR(cudaMallocAsync((void **)&a, size, stream));
        HANDLE_ERROR(cudaMallocAsync((void **)&b, 2 * size, stream));
        add_index<<<n / 256, 256, 0, stream>>>(a, round);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaMemcpyAsync(b, a, size, cudaMemcpyDeviceToDevice, stream));
        HANDLE_ERROR(cudaFreeAsync(a, stream));
        HANDLE_ERROR(cudaMemcpyAsync(host, b, size, cudaMemcpyDeviceToHost, stream));
        HANDLE_ERROR(cudaFreeAsync(b, stream));
        HANDLE_ERROR(cudaStreamSynchronize(stream));
        printf("round %d: %d\n", round, host[n - 1]);
    }
    show_use(pool);
    unsigned long long zero = 0;
    HANDLE_ERROR(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero));
    show_use(pool);
    HANDLE_ERROR(cudaMemPoolTrimTo(pool, 0));
    printf("reserved after that: %llu\n", used_by(pool, cudaMemPoolAttrReservedMemCurrent));

    printf("a pool of its own\n");
    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = 0;
    HANDLE_ERROR(cudaMemPoolCreate(&own, &properties));
    HANDLE_ERROR(cudaMallocFromPoolAsync((void **)&a, size, own, stream));
    HANDLE_ERROR(cudaMallocAsync((void **)&b, size, own, stream));
    add_index<<<n / 256, 256, 0, stream>>>(a, 10);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpyAsync(host, a, size, cudaMemcpyDeviceToHost, stream));
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    printf("%d\n", host[0]);
    show_use(own);
    HANDLE_ERROR(cudaFreeAsync(a, stream));
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    show_use(own);
    HANDLE_ERROR(cudaDeviceSetMemPool(0, own));
    HANDLE_ERROR(cudaMallocAsync((void **)&a, 2 * size, stream));
    show_use(own);
    HANDLE_ERROR(cudaDeviceSetMemPool(0, pool));
    HANDLE_ERROR(cudaFreeAsync(a, stream));
    HANDLE_ERROR(cudaFreeAsync(b, stream));
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    show_use(own);

    printf("errors\n");
    SHOW(cudaMemPoolDestroy(pool));
    SHOW(cudaMemPoolCreate(NULL, &properties));
    properties.allocType = cudaMemAllocationTypeInvalid;
    SHOW(cudaMemPoolCreate(&got, &properties));
    SHOW(cudaMemPoolGetAttribute(own, (cudaMemPoolAttr)99, &value));
    threshold = 5;
    SHOW(cudaMemPoolSetAttribute(own, cudaMemPoolAttrUsedMemHigh, &threshold));
    SHOW(cudaMallocFromPoolAsync((void **)&a, size, NULL, stream));
    SHOW(cudaDeviceGetDefaultMemPool(&got, 77));
    SHOW(cudaMemPoolDestroy(own));

    HANDLE_ERROR(cudaFreeHost(host));
    HANDLE_ERROR(cudaStreamDestroy(stream));
    return 0;
}
