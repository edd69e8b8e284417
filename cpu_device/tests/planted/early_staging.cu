// SPDX-License-Identifier: MIT
// early_staging.cu: two staging buffers take turns, and the host empties one by memcpy() before its copy is done.
// CPU exits 3
// CPU finds host-too-early
// CPU says at early_staging.cu:{empty}: byte 0 of 1024 bytes from cudaMallocHost
// CPU says cudaMemcpyAsync() at early_staging.cu:{copy} may still be writing there
// all exits 0
#include <stdio.h>
#include <string.h>

const int chunk = 256, chunks = 6, size = chunk * sizeof(float);
static float out[chunk * chunks];

__global__ void squares(float *a, int first)
{
    float x = first + threadIdx.x;
    a[threadIdx.x] = x * x;
}

int main()
{
    float *staging[2], *dev[2];
    cudaStream_t s[2];
    cudaEvent_t done[2];
    for (int i = 0; i < 2; i++)
        if (cudaMallocHost(&staging[i], size) != cudaSuccess || cudaMalloc(&dev[i], size) != cudaSuccess ||
            cudaStreamCreate(&s[i]) != cudaSuccess ||
            cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming) != cudaSuccess)
            return 1;
    for (int i = 0; i < chunks + 2; i++) {
        int one = i % 2;
        if (i >= 2) { // what was begun two rounds ago
#ifdef FIXED
            cudaEventSynchronize(done[one]);
#endif
            memcpy(&out[(i - 2) * chunk], staging[one], size); // {empty}
        }
        if (i < chunks) {
            squares<<<1, chunk, 0, s[one]>>>(dev[one], i * chunk);
            cudaMemcpyAsync(staging[one], dev[one], size, cudaMemcpyDeviceToHost, s[one]); // {copy}
            cudaEventRecord(done[one], s[one]);
        }
    }
    cudaError_t error = cudaDeviceSynchronize();
    for (int i = 0; i < 2; i++) {
        cudaFreeHost(staging[i]);
        cudaFree(dev[i]);
        cudaStreamDestroy(s[i]);
        cudaEventDestroy(done[i]);
    }
    printf("%s, %g\n", cudaGetErrorString(error), out[chunk]);
#ifdef FIXED
    for (int i = 0; i < chunk * chunks; i++)
        if (out[i] != (float)i * (float)i)
            return 1;
#endif
    return error != cudaSuccess;
}
