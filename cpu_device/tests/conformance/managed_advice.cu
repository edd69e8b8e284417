// SPDX-License-Identifier: MIT
// managed_advice.cu: advice for managed memory, and what the device says of it; prefetching; streams' priorities, flags
// and numbers; flags of pinned memory; copies between devices that are one and the same.

#include <stdio.h>

#include "../handle_error.h"

#define SHOW(call) printf(#call ": %s\n", cudaGetErrorName(call))

__global__ void increment(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        ++x[i];
}

static int range_attribute(cudaMemRangeAttribute attribute, const void *pointer, size_t size)
{
    int value = -100;
    HANDLE_ERROR(cudaMemRangeGetAttribute(&value, sizeof value, attribute, pointer, size));
    return value;
}

int main(void)
{
    constexpr int n = 1 << 16;
    const size_t size = n * sizeof(int);
    int *x;
    HANDLE_ERROR(cudaMallocManaged(&x, size));
    cudaMemLocation device = {}, host = {};
    device.type = cudaMemLocationTypeDevice;
    device.id = 0;
    host.type = cudaMemLocationTypeHost;

    printf("at first: read mostly %d, preferred %d, prefetched %d\n",
           range_attribute(cudaMemRangeAttributeReadMostly, x, size),
           range_attribute(cudaMemRangeAttributePreferredLocation, x, size),
           range_attribute(cudaMemRangeAttributeLastPrefetchLocation, x, size));
    HANDLE_ERROR(cudaMemAdvise(x, size, cudaMemAdviseSetReadMostly, device));
    HANDLE_ERROR(cudaMemAdvise(x, size, cudaMemAdviseSetPreferredLocation, device));
    HANDLE_ERROR(cudaMemAdvise(x, size, cudaMemAdviseSetAccessedBy, host));
    printf("then: read mostly %d, preferred %d\n", range_attribute(cudaMemRangeAttributeReadMostly, x, size),
           range_attribute(cudaMemRangeAttributePreferredLocation, x, size));
    int by[3];
    HANDLE_ERROR(cudaMemRangeGetAttribute(by, sizeof by, cudaMemRangeAttributeAccessedBy, x, size));
    printf("accessed by %d %d %d\n", by[0], by[1], by[2]);
    HANDLE_ERROR(cudaMemAdvise(x, size, cudaMemAdviseUnsetReadMostly, device));
    HANDLE_ERROR(cudaMemAdvise(x, size, cudaMemAdviseSetPreferredLocation, host));
    printf("now: read mostly %d, preferred %d\n", range_attribute(cudaMemRangeAttributeReadMostly, x, size),
           range_attribute(cudaMemRangeAttributePreferredLocation, x, size));

    for (int i = 0; i < n; ++i)
        x[i] = i;
    HANDLE_ERROR(cudaMemPrefetchAsync(x, size, device, 0));
    printf("prefetched to %d\n", range_attribute(cudaMemRangeAttributeLastPrefetchLocation, x, size));
    increment<<<n / 256, 256>>>(x, n);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemPrefetchAsync(x, size, host, 0, 0));
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("prefetched to %d, x[1000] is %d\n", range_attribute(cudaMemRangeAttributeLastPrefetchLocation, x, size),
           x[1000]);
    SHOW(cudaMemAdvise(NULL, size, cudaMemAdviseSetReadMostly, device));
    SHOW(cudaMemPrefetchAsync(x, size, device, 7));
    HANDLE_ERROR(cudaFree(x));

    // streams
    int least, greatest, priority;
    unsigned flags;
    unsigned long long first_id, second_id;
    HANDLE_ERROR(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    printf("priorities from %d, the least, to %d\n", least, greatest);
    cudaStream_t stream, other;
    HANDLE_ERROR(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest));
    HANDLE_ERROR(cudaStreamCreateWithPriority(&other, cudaStreamDefault, 1000));
    HANDLE_ERROR(cudaStreamGetPriority(stream, &priority));
    HANDLE_ERROR(cudaStreamGetFlags(stream, &flags));
    printf("priority %s, flags %u\n", priority == greatest ? "as asked for" : "other", flags);
    HANDLE_ERROR(cudaStreamGetPriority(other, &priority));
    HANDLE_ERROR(cudaStreamGetFlags(other, &flags));
    printf("priority %s, flags %u\n", priority == least ? "the least" : "other", flags);
    HANDLE_ERROR(cudaStreamGetId(stream, &first_id));
    HANDLE_ERROR(cudaStreamGetId(other, &second_id));
    printf("numbers: %s\n", first_id != second_id ? "two" : "one");
    HANDLE_ERROR(cudaStreamDestroy(stream));
    HANDLE_ERROR(cudaStreamDestroy(other));

    // pinned memory
    int *pinned;
    HANDLE_ERROR(cudaHostAlloc(&pinned, 64, cudaHostAllocMapped | cudaHostAllocWriteCombined));
    HANDLE_ERROR(cudaHostGetFlags(&flags, pinned));
    printf("mapped: %s, write-combined: %s\n", flags & cudaHostAllocMapped ? "yes" : "no",
           flags & cudaHostAllocWriteCombined ? "yes" : "no");
    HANDLE_ERROR(cudaFreeHost(pinned));
    SHOW(cudaHostGetFlags(&flags, &flags));

    // from the device to the same device
    int numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8}, *dev;
    HANDLE_ERROR(cudaMalloc(&dev, 2 * sizeof numbers));
    HANDLE_ERROR(cudaMemcpy(dev, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpyPeer(dev + 8, 0, dev, 0, 4 * sizeof(int)));
    HANDLE_ERROR(cudaMemcpyPeerAsync(dev + 12, 0, dev, 0, 4 * sizeof(int)));
    HANDLE_ERROR(cudaMemcpy(numbers, dev + 8, sizeof numbers, cudaMemcpyDeviceToHost));
    printf("copied: %d %d %d %d\n", numbers[0], numbers[3], numbers[4], numbers[7]);
    SHOW(cudaMemcpyPeer(dev, 0, dev + 8, 1000, 4));
    HANDLE_ERROR(cudaFree(dev));
    return 0;
}
