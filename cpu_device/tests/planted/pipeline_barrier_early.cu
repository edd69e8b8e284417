// SPDX-License-Identifier: MIT
// pipeline_barrier_early.cu: a thread waits for its copies after the barrier, so the others do not know that they have
// arrived.
// CPU exits 3
// CPU finds race-shared: writes {copy}, reads {read}
// CPU says writes by an asynchronous copy at
// CPU says The barrier at line {barrier} comes before the wait at line {wait}
#include <cuda_pipeline.h>
#include <stdio.h>

const int n = 32;

__global__ void twice(const int *in, int *out)
{
    __shared__ int a[n];
    int t = threadIdx.x;
    if (t < n)
        __pipeline_memcpy_async(&a[t], &in[t], sizeof a[t]); // {copy}
    __pipeline_commit();
#if !defined FIXED || defined ADVISED
    __syncthreads();          // {barrier}
    __pipeline_wait_prior(0); // {wait}
#else
    __pipeline_wait_prior(0);
    __syncthreads();
#endif
    out[t] = a[t % n]; // {read}
}

int main()
{
    int in[n], out[2 * n], *dev_in, *dev_out;
    for (int i = 0; i < n; i++)
        in[i] = i + 1;
    if (cudaMalloc(&dev_in, sizeof in) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    twice<<<1, 2 * n>>>(dev_in, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_in);
    cudaFree(dev_out);
    printf("%s\n", cudaGetErrorString(error));
#if defined FIXED || defined ADVISED
    for (int i = 0; i < 2 * n; i++)
        if (out[i] != i % n + 1)
            return 1;
#endif
    return error != cudaSuccess;
}
