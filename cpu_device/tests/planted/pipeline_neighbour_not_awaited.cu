// SPDX-License-Identifier: MIT
// pipeline_neighbour_not_awaited.cu: a thread waits for its own copy, and reads that of its neighbour without a
// barrier.
// CPU exits 3
// CPU finds race-shared: writes {copy}, reads {load}
// CPU reports 1 to 2: the neighbour's copy may also be under way, which counts as uninitialized
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
#ifdef FIXED
        __syncthreads();
#endif
        sum += tile[batch % 2][(me + 1) % threads]; // {load}
        __syncthreads();
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
