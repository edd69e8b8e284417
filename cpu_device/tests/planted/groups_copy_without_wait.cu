// SPDX-License-Identifier: MIT
// groups_copy_without_wait.cu: the block waits at a barrier after memcpy_async(), but no thread waits for the copy.
// CPU exits 3
// CPU finds uninitialized-shared
// CPU says reads tile[
// CPU says The data of an asynchronous copy arrive only when the thread waits for the copy.
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int threads = 64;

__global__ void reverse(const int *in, int *out)
{
    __shared__ int tile[threads];
    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in, sizeof tile);
#ifdef FIXED
    cg::wait(block);
#else
    block.sync();
#endif
    out[block.thread_rank()] = tile[threads - 1 - block.thread_rank()]; // {load}
}

int main()
{
    int host[threads], *in, *out;
    for (int i = 0; i < threads; i++)
        host[i] = i;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof host) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    reverse<<<1, threads>>>(in, out);
    cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%s, %d\n", cudaGetErrorString(error), host[0]);
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (host[i] != threads - 1 - i)
            return 1;
#endif
    return error != cudaSuccess;
}
