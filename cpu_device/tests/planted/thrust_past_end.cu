// SPDX-License-Identifier: MIT
// thrust_past_end.cu: a kernel writes one element more than the device_vector holds.
// CPU exits 3
// CPU finds illegal-address
// CPU says kernel squares, block (3,0,0), thread (32,0,0), at thrust_past_end.cu:{write}
// CPU says just past the end of 3200 bytes from cudaMalloc
// CPU says , called at thrust_past_end.cu:{vector}
// memcheck exits any
// memcheck prints Invalid __global__ write of size 4 bytes
#include <cstdio>
#include <cstdlib>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>

__global__ void squares(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifndef FIXED
    if (i <= n)
#else
    if (i < n)
#endif
        out[i] = i * i; // {write}
}

int main()
{
    const int n = 800;
    thrust::device_vector<int> out(n); // {vector}
    squares<<<4, 256>>>(thrust::raw_pointer_cast(out.data()), n);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
    if (error != cudaSuccess)
        exit(0); // and no destructor, which would throw
    return thrust::reduce(out.begin(), out.end()) != (n - 1) * n * (2 * n - 1) / 6;
}
