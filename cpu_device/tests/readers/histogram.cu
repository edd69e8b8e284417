// SPDX-License-Identifier: MIT
// histogram.cu: histogram of bytes: global atomics, then shared ones, then a copy for each warp
// Feature: HANDLE_ERROR as in an older book, unsigned char data, timing by events
#include <stdio.h>
#include <stdlib.h>

static void HandleError(cudaError_t err, const char *file, int line)
{
    if (err != cudaSuccess) {
        printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
        exit(EXIT_FAILURE);
    }
}
#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))

void *big_random_block(int size)
{
    unsigned char *data = (unsigned char *)malloc(size);
    for (int i = 0; i < size; i++)
        data[i] = rand();
    return data;
}

__global__ void histo_global(unsigned char *buffer, long size, unsigned int *histo)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&histo[buffer[i]], 1);
        i += stride;
    }
}

__global__ void histo_shared(unsigned char *buffer, long size, unsigned int *histo)
{
    __shared__ unsigned int temp[256];
    temp[threadIdx.x] = 0;
    __syncthreads();
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int offset = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&temp[buffer[i]], 1);
        i += offset;
    }
    __syncthreads();
    atomicAdd(&(histo[threadIdx.x]), temp[threadIdx.x]);
}

__global__ void histo_warps(uchar4 *buffer, long quads, unsigned int *histo)
{
    __shared__ unsigned int bins[8][256 + 1];
    for (int b = threadIdx.x; b < 8 * 257; b += blockDim.x)
        (&bins[0][0])[b] = 0;
    __syncthreads();
    unsigned int *mine = bins[threadIdx.x / 32];
    for (long i = threadIdx.x + blockIdx.x * blockDim.x; i < quads; i += blockDim.x * gridDim.x) {
        uchar4 q = buffer[i];
        atomicAdd(mine + q.x, 1u), atomicAdd(mine + q.y, 1u), atomicAdd(mine + q.z, 1u), atomicAdd(mine + q.w, 1u);
    }
    __syncthreads();
    unsigned int sum = 0;
    for (int w = 0; w < 8; w++)
        sum += bins[w][threadIdx.x];
    atomicAdd(histo + threadIdx.x, sum);
}

int main(int argc, char **argv)
{
    int size = argc > 1 ? atoi(argv[1]) : 4 * 1024 * 1024;
    unsigned char *buffer = (unsigned char *)big_random_block(size), *dev_buffer;
    unsigned int *dev_histo, histo[256], expected[256] = {0};
    for (int i = 0; i < size; i++)
        expected[buffer[i]]++;
    cudaEvent_t start, stop;
    HANDLE_ERROR(cudaEventCreate(&start));
    HANDLE_ERROR(cudaEventCreate(&stop));
    HANDLE_ERROR(cudaMalloc((void **)&dev_buffer, size));
    HANDLE_ERROR(cudaMemcpy(dev_buffer, buffer, size, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMalloc((void **)&dev_histo, 256 * sizeof(int)));
    cudaDeviceProp prop;
    HANDLE_ERROR(cudaGetDeviceProperties(&prop, 0));
    int blocks = prop.multiProcessorCount;
    int failed = 0;
    for (int version = 0; version < 3; version++) {
        HANDLE_ERROR(cudaEventRecord(start, 0));
        HANDLE_ERROR(cudaMemset(dev_histo, 0, 256 * sizeof(int)));
        if (version == 0)
            histo_global<<<blocks * 2, 256>>>(dev_buffer, size, dev_histo);
        else if (version == 1)
            histo_shared<<<blocks * 2, 256>>>(dev_buffer, size, dev_histo);
        else
            histo_warps<<<blocks * 2, 256>>>((uchar4 *)dev_buffer, size / 4, dev_histo);
        HANDLE_ERROR(cudaMemcpy(histo, dev_histo, 256 * sizeof(int), cudaMemcpyDeviceToHost));
        HANDLE_ERROR(cudaEventRecord(stop, 0));
        HANDLE_ERROR(cudaEventSynchronize(stop));
        float elapsedTime;
        HANDLE_ERROR(cudaEventElapsedTime(&elapsedTime, start, stop));
        for (int i = 0; i < 256; i++)
            if (histo[i] != expected[i])
                failed = printf("Failure at %d!\n", i);
        printf("version %d: time to generate: %3.1f ms\n", version, elapsedTime);
    }
    HANDLE_ERROR(cudaEventDestroy(start));
    HANDLE_ERROR(cudaEventDestroy(stop));
    cudaFree(dev_histo);
    cudaFree(dev_buffer);
    free(buffer);
    return failed != 0;
}
