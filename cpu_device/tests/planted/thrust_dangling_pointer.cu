// SPDX-License-Identifier: MIT
// thrust_dangling_pointer.cu: a kernel gets the address that a device_vector had before it grew.
// CPU exits 3
// CPU finds illegal-address: at {write}
// CPU says kernel add_one, block
// CPU says in 4000 bytes from cudaMalloc
// memcheck exits any
// memcheck prints Invalid __global__ read of size 4 bytes
#include <cstdio>
#include <cstdlib>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>

__global__ void add_one(int *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] += 1; // {write}
}

int main()
{
    thrust::device_vector<int> numbers(1000, 7);
    int *raw = thrust::raw_pointer_cast(numbers.data());
    numbers.push_back(8);
#ifdef FIXED
    raw = thrust::raw_pointer_cast(numbers.data());
#endif
    add_one<<<4, 256>>>(raw, 1000);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
    if (error != cudaSuccess)
        exit(0); // and no destructor, which would throw
    return thrust::reduce(numbers.begin(), numbers.end()) != 8008;
}
