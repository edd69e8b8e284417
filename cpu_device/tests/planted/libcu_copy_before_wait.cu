// SPDX-License-Identifier: MIT
// libcu_copy_before_wait.cu: a thread arrives at the barrier of its copy, and reads before it waits there.
// CPU exits 3
// CPU finds uninitialized-shared
// CPU says reads tile[
// CPU says The data of an asynchronous copy arrive only when the thread waits for the copy.
// To synccheck the arrival of a copy is one that no thread waits for:
// memcheck exits 0
// fixed-synccheck exits 3
#include <cuda/barrier>
#include <stdio.h>
#include <utility>

const int threads = 64;

__global__ void twice(const int *in, int *out)
{
    __shared__ int tile[threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> here;
    if (threadIdx.x == 0)
        init(&here, threads);
    __syncthreads();
    cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int), here);
    auto arrived = here.arrive();
#ifdef FIXED
    here.wait(std::move(arrived));
    out[threadIdx.x] = 2 * tile[threadIdx.x];
#else
    out[threadIdx.x] = 2 * tile[threadIdx.x]; // {load}
    here.wait(std::move(arrived));
#endif
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
