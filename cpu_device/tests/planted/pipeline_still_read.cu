// SPDX-License-Identifier: MIT
// pipeline_still_read.cu: a thread begins the next copy while its neighbour may still read the tile: the barrier
// after the sum is missing.
// CPU exits 3
// CPU finds race-shared
// CPU says reads at pipeline_still_read.cu:{load}
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cuda/pipeline>
#include <stdio.h>

const int threads = 64, batches = 6;

// Each thread has a pipeline of its own, with two stages.
__global__ void sums(const int *in, int *out)
{
    __shared__ int tile[2][threads];
    auto pipe = cuda::make_pipeline();
    const int me = threadIdx.x;
    int sum = 0;
    for (int begun = 0, batch = 0; batch < batches; batch++) {
        for (; begun < batches && begun < batch + 2; begun++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[begun % 2][me], &in[begun * threads + me], sizeof(int), pipe); // {copy}
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        __syncthreads();
        sum += tile[batch % 2][(me + 1) % threads]; // {load}
#ifdef FIXED
        __syncthreads();
#endif
        pipe.consumer_release();
    }
    out[me] = sum;
}

int main()
{
    int host[batches * threads], result[threads] = {}, *in, *out;
    for (int i = 0; i < batches * threads; i++)
        host[i] = i % 37;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof result) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof result);
    sums<<<1, threads>>>(in, out);
    cudaError_t error = cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%s, %d\n", cudaGetErrorString(error), result[threads - 1]);
#ifdef FIXED
    for (int i = 0; i < threads; i++) {
        int right = 0;
        for (int batch = 0; batch < batches; batch++)
            right += host[batch * threads + (i + 1) % threads];
        if (result[i] != right)
            return 1;
    }
#endif
    return error != cudaSuccess;
}
