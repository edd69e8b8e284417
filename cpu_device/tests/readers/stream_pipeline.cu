// SPDX-License-Identifier: MIT
// stream_pipeline.cu: copies and kernels of chunks overlap in streams, depth first and breadth first
// Feature: asynchronous copies by offset, events between streams, non-blocking streams, device overlap property
#include <cmath>
#include <cstdio>
#include <cstdlib>

inline void checkCuda(cudaError_t result)
{
    if (result != cudaSuccess) {
        fprintf(stderr, "CUDA Runtime Error: %s\n", cudaGetErrorString(result));
        exit(1);
    }
}
__global__ void kernel(float *a, int offset)
{
    int i = offset + threadIdx.x + blockIdx.x * blockDim.x;
    float x = (float)i;
    float s = sinf(x);
    float c = cosf(x);
    a[i] = a[i] + sqrtf(s * s + c * c);
}
float maxError(float *a, int n)
{
    float maxE = 0;
    for (int i = 0; i < n; i++) {
        float error = fabs(a[i] - 1.0f);
        if (error > maxE)
            maxE = error;
    }
    return maxE;
}

int main(int argc, char **argv)
{
    const int blockSize = 256, nStreams = 4;
    const int n = (argc > 1 ? atoi(argv[1]) : 1024) * blockSize * nStreams;
    const int streamSize = n / nStreams, streamBytes = streamSize * sizeof(float), bytes = n * sizeof(float);
    cudaDeviceProp prop;
    checkCuda(cudaGetDeviceProperties(&prop, 0));
    printf("Device : %s, %d copy engines\n", prop.name, prop.asyncEngineCount);
    float *a, *d_a, ms, errors = 0;
    checkCuda(cudaMallocHost((void **)&a, bytes));
    checkCuda(cudaMalloc((void **)&d_a, bytes));
    cudaEvent_t startEvent, stopEvent, ready[nStreams];
    cudaStream_t stream[nStreams], collector;
    checkCuda(cudaEventCreate(&startEvent));
    checkCuda(cudaEventCreate(&stopEvent));
    for (int i = 0; i < nStreams; ++i) {
        checkCuda(cudaStreamCreate(&stream[i]));
        checkCuda(cudaEventCreateWithFlags(&ready[i], cudaEventDisableTiming));
    }
    checkCuda(cudaStreamCreateWithFlags(&collector, cudaStreamNonBlocking));
    for (int version = 0; version < 4; ++version) {
        memset(a, 0, bytes);
        checkCuda(cudaEventRecord(startEvent, 0));
        if (version == 0) {
            checkCuda(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice));
            kernel<<<n / blockSize, blockSize>>>(d_a, 0);
            checkCuda(cudaMemcpy(a, d_a, bytes, cudaMemcpyDeviceToHost));
        } else if (version == 1) {
            for (int i = 0; i < nStreams; ++i) {
                int offset = i * streamSize;
                checkCuda(cudaMemcpyAsync(&d_a[offset], &a[offset], streamBytes, cudaMemcpyHostToDevice, stream[i]));
                kernel<<<streamSize / blockSize, blockSize, 0, stream[i]>>>(d_a, offset);
                checkCuda(cudaMemcpyAsync(&a[offset], &d_a[offset], streamBytes, cudaMemcpyDeviceToHost, stream[i]));
            }
        } else if (version == 2) {
            for (int i = 0; i < nStreams; ++i) {
                int offset = i * streamSize;
                checkCuda(cudaMemcpyAsync(&d_a[offset], &a[offset], streamBytes, cudaMemcpyHostToDevice, stream[i]));
            }
            for (int i = 0; i < nStreams; ++i)
                kernel<<<streamSize / blockSize, blockSize, 0, stream[i]>>>(d_a, i * streamSize);
            for (int i = 0; i < nStreams; ++i) {
                int offset = i * streamSize;
                checkCuda(cudaMemcpyAsync(&a[offset], &d_a[offset], streamBytes, cudaMemcpyDeviceToHost, stream[i]));
            }
        } else {
            for (int i = 0; i < nStreams; ++i) {
                checkCuda(cudaMemcpyAsync(d_a + i * streamSize, a + i * streamSize, streamBytes, cudaMemcpyHostToDevice,
                                          stream[i]));
                kernel<<<streamSize / blockSize, blockSize, 0, stream[i]>>>(d_a, i * streamSize);
                checkCuda(cudaEventRecord(ready[i], stream[i]));
                checkCuda(cudaStreamWaitEvent(collector, ready[i], 0));
            }
            checkCuda(cudaMemcpyAsync(a, d_a, bytes, cudaMemcpyDefault, collector));
            checkCuda(cudaStreamSynchronize(collector));
        }
        checkCuda(cudaEventRecord(stopEvent, 0));
        checkCuda(cudaEventSynchronize(stopEvent));
        checkCuda(cudaEventElapsedTime(&ms, startEvent, stopEvent));
        float e = maxError(a, n);
        printf("Version %d (ms): %f, max error: %e\n", version, ms, e);
        errors += e;
    }
    for (int i = 0; i < nStreams; ++i)
        checkCuda(cudaStreamDestroy(stream[i])), checkCuda(cudaEventDestroy(ready[i]));
    checkCuda(cudaStreamDestroy(collector));
    checkCuda(cudaEventDestroy(startEvent));
    checkCuda(cudaEventDestroy(stopEvent));
    cudaFree(d_a);
    cudaFreeHost(a);
    return !(errors < 1e-4);
}
