// SPDX-License-Identifier: MIT
// ring_buffer_twice.cu: a ring buffer whose memory is mapped twice in a row, so that no access wraps around
// Feature: one cuMemCreate() handle at two addresses, windows of a signal that cross the end, streams and events
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CU(call)                                                                                                       \
    do {                                                                                                               \
        CUresult r_ = (call);                                                                                          \
        if (r_ != CUDA_SUCCESS) {                                                                                      \
            const char *s_;                                                                                            \
            cuGetErrorName(r_, &s_);                                                                                   \
            fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, s_);                                                     \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)
#define RT(call)                                                                                                       \
    do {                                                                                                               \
        cudaError_t e_ = (call);                                                                                       \
        if (e_ != cudaSuccess) {                                                                                       \
            fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_));                                 \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

typedef struct {
    CUdeviceptr base;
    size_t bytes;
    CUmemGenericAllocationHandle memory;
} ring_t;

static ring_t ring_open(size_t at_least)
{
    ring_t ring;
    CUmemAllocationProp prop;
    CUmemAccessDesc access;
    size_t page;
    memset(&prop, 0, sizeof prop);
    prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    prop.location.id = 0;
    CU(cuMemGetAllocationGranularity(&page, &prop, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
    ring.bytes = (at_least + page - 1) / page * page;
    CU(cuMemAddressReserve(&ring.base, 2 * ring.bytes, page, 0, 0));
    CU(cuMemCreate(&ring.memory, ring.bytes, &prop, 0));
    CU(cuMemMap(ring.base, ring.bytes, 0, ring.memory, 0));
    CU(cuMemMap(ring.base + ring.bytes, ring.bytes, 0, ring.memory, 0));
    access.location = prop.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    CU(cuMemSetAccess(ring.base, 2 * ring.bytes, &access, 1));
    return ring;
}

static void ring_close(ring_t *ring)
{
    CU(cuMemUnmap(ring->base, 2 * ring->bytes));
    CU(cuMemRelease(ring->memory));
    CU(cuMemAddressFree(ring->base, 2 * ring->bytes));
}

__global__ void produce(float *ring, int samples, long long first, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        ring[(first + i) % samples] = (float)((first + i) % 1000);
}

// The mean of the last `window` samples before `end`: they lie in a row, also where they cross the end of the ring.
__global__ void window_mean(const float *ring, int samples, long long end, int window, double *mean)
{
    __shared__ double part[256];
    const float *from = ring + (end - window) % samples;
    double sum = 0;
    for (int i = threadIdx.x; i < window; i += blockDim.x)
        sum += from[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *mean = part[0] / window;
}

int main(void)
{
    CUcontext context;
    CU(cuInit(0));
    CU(cuDevicePrimaryCtxRetain(&context, 0));
    CU(cuCtxSetCurrent(context));
    ring_t ring = ring_open(1 << 20);
    const int samples = (int)(ring.bytes / sizeof(float)), batch = samples / 4 + 777, window = 10000;
    cudaStream_t producer, consumer;
    cudaEvent_t written, read;
    double *mean, *h_mean;
    RT(cudaStreamCreate(&producer));
    RT(cudaStreamCreate(&consumer));
    RT(cudaEventCreateWithFlags(&written, cudaEventDisableTiming));
    RT(cudaEventCreateWithFlags(&read, cudaEventDisableTiming));
    RT(cudaMalloc(&mean, sizeof *mean));
    RT(cudaMallocHost(&h_mean, sizeof *h_mean));
    int wrong = 0, crossed = 0;
    long long end = 0;
    for (int round = 0; round < 12; round++) {
        produce<<<32, 256, 0, producer>>>((float *)ring.base, samples, end, batch);
        RT(cudaGetLastError());
        end += batch;
        RT(cudaEventRecord(written, producer));
        RT(cudaStreamWaitEvent(consumer, written, 0));
        window_mean<<<1, 256, 0, consumer>>>((const float *)ring.base, samples, end, window, mean);
        RT(cudaGetLastError());
        RT(cudaMemcpyAsync(h_mean, mean, sizeof *mean, cudaMemcpyDeviceToHost, consumer));
        RT(cudaEventRecord(read, consumer));
        RT(cudaStreamWaitEvent(producer, read, 0));
        RT(cudaStreamSynchronize(consumer));
        double expected = 0;
        for (long long i = end - window; i < end; i++)
            expected += (double)(i % 1000) / window;
        wrong += !(*h_mean - expected < 1e-6 && expected - *h_mean < 1e-6);
        crossed += (end - window) % samples + window > samples;
    }
    printf("%d samples, %lld written, %d windows crossed the end, %d wrong\n", samples, end, crossed, wrong);
    RT(cudaStreamSynchronize(producer));
    RT(cudaEventDestroy(written));
    RT(cudaEventDestroy(read));
    RT(cudaStreamDestroy(producer));
    RT(cudaStreamDestroy(consumer));
    RT(cudaFree(mean));
    RT(cudaFreeHost(h_mean));
    ring_close(&ring);
    return wrong != 0;
}
