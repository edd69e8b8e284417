// SPDX-License-Identifier: MIT
// pipeline_twelve_bytes.cu: __pipeline_memcpy_async() copies 4, 8 or 16 bytes, and is asked for 12.
// CPU exits 1
// CPU finds wrong-pipeline: at {copy}
// CPU says calls __pipeline_memcpy_async() with another size than 4, 8 or 16 bytes
// memcheck exits 3
// memcheck prints Program hit cudaErrorLaunchFailure (error 719)
#include <cuda_pipeline.h>
#include <stdio.h>

const int threads = 64;

__global__ void reverse(const int *in, int *out)
{
    __shared__ int3 tile[threads];
#ifdef FIXED
    for (int i = 0; i < 3; i++)
        __pipeline_memcpy_async((int *)&tile[threadIdx.x] + i, &in[3 * threadIdx.x + i], 4);
#else
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[3 * threadIdx.x], 12); // {copy}
#endif
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = tile[threads - 1 - threadIdx.x].y;
}

int main()
{
    int host[4 * threads], result[threads] = {}, *in, *out;
    for (int i = 0; i < 4 * threads; i++)
        host[i] = i + 1;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof result) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof result);
    reverse<<<1, threads>>>(in, out);
    cudaError_t error = cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%s, %d\n", cudaGetErrorString(error), result[threads - 1]);
#ifdef FIXED
    for (int i = 0; i < threads; i++) {
        if (result[i] != host[3 * (threads - 1 - i) + 1])
            return 1;
    }
#endif
    return error != cudaSuccess;
}
