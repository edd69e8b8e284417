// SPDX-License-Identifier: MIT
// pipeline_not_committed.cu: a copy that is not committed is in no batch, and __pipeline_wait_prior(0) does not wait
// for it.
// CPU exits 3
// CPU finds uninitialized-shared: at {load}
// CPU says reads tile[
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cuda_pipeline.h>
#include <stdio.h>

const int threads = 64;

__global__ void reverse(const int *in, int *out)
{
    __shared__ int tile[threads];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int));
#ifdef FIXED
    __pipeline_commit();
#endif
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = tile[threads - 1 - threadIdx.x]; // {load}
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
        if (result[i] != host[threads - 1 - i])
            return 1;
    }
#endif
    return error != cudaSuccess;
}
