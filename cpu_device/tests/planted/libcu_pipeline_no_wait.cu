// SPDX-License-Identifier: MIT
// libcu_pipeline_no_wait.cu: a thread commits its copy to its pipeline, and reads before it waits for the stage.
// CPU exits 3
// CPU finds uninitialized-shared
// CPU says reads tile[
// CPU says The data of an asynchronous copy arrive only when the thread waits for the copy.
// racecheck exits 3
// racecheck prints Warning: Race reported between
#include <cuda/pipeline>
#include <stdio.h>

const int threads = 64;

__global__ void twice(const int *in, int *out)
{
    __shared__ int tile[threads];
    auto pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);
    pipe.producer_commit();
#ifdef FIXED
    pipe.consumer_wait();
#endif
    out[threadIdx.x] = 2 * tile[threadIdx.x]; // {load}
    pipe.consumer_release();
}

int main()
{
    int host[threads], *in, *out;
    for (int i = 0; i < threads; i++)
        host[i] = i;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof host) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    twice<<<1, threads>>>(in, out);
    cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%s, %d\n", cudaGetErrorString(error), host[1]);
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (host[i] != 2 * i)
            return 1;
#endif
    return error != cudaSuccess;
}
