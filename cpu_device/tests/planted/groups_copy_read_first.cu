// SPDX-License-Identifier: MIT
// groups_copy_read_first.cu: the block reads what it copies before it waits for the copy.
// CPU exits 3
// CPU finds race-shared: writes {copy}, reads {read}
// CPU says writes by an asynchronous copy at
// CPU says Line {read} reads before the wait for the asynchronous copy
// CPU finds uninitialized-shared: at {read}
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <stdio.h>

const int n = 32;

__global__ void twice(const int *in, int *out)
{
    __shared__ int a[n];
    auto block = cooperative_groups::this_thread_block();
    cooperative_groups::memcpy_async(block, a, in, sizeof a); // {copy}
#ifndef FIXED
    out[threadIdx.x] = a[threadIdx.x % n]; // {read}
    cooperative_groups::wait(block);       // {wait}
#else
    cooperative_groups::wait(block);
    out[threadIdx.x] = a[threadIdx.x % n];
#endif
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
