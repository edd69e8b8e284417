// SPDX-License-Identifier: MIT
// shuffle_from_exited_lane.cu: threads without an element return, and the others look for the smallest element by
// shuffles with the full mask. What they read from a lane that has exited is undefined: a GPU returns 0.
// CPU exits 1
// CPU finds undefined-shuffle
// CPU says kernel smallest, block (1,0,0), thread (4,0,0), at shuffle_from_exited_lane.cu:{read}
// CPU says reads from lane 20 of its warp, which has exited.
// all exits 1
#include <limits.h>
#include <stdio.h>

const int n = 52, threads = 32;

__global__ void smallest(const int *in, int *out)
{
    int i = blockIdx.x * threads + threadIdx.x;
#ifdef FIXED
    int value = i < n ? in[i] : INT_MAX;
#else
    if (i >= n)
        return;
    int value = in[i];
#endif
    for (int distance = 16; distance > 0; distance /= 2)
        value = min(value, __shfl_down_sync(0xffffffff, value, distance)); // {read}
    if (threadIdx.x == 0)
        atomicMin(out, value);
}

int main()
{
    int host[n], *in, *out, result = INT_MAX;
    for (int i = 0; i < n; i++)
        host[i] = 100 + i;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof result) != cudaSuccess ||
        cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMemcpy(out, &result, sizeof result, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    smallest<<<(n + threads - 1) / threads, threads>>>(in, out);
    cudaError_t error = cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%s, %d\n", cudaGetErrorString(error), result);
    return error != cudaSuccess || result != 100;
}
