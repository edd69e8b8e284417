// SPDX-License-Identifier: MIT
// thrust_other_stream.cu: a kernel fills a device_vector in one stream, and Thrust adds it up in another.
// CPU exits 3
// CPU finds race-between-launches
// CPU says kernel fill
// CPU says launched at thrust_other_stream.cu:{first}
// CPU says kernel reduce
// all exits 0
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>

const int n = 1 << 14;

__global__ void fill(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i % 5;
}

int main()
{
    thrust::device_vector<int> numbers(n);
    cudaStream_t first, second;
    if (cudaStreamCreate(&first) != cudaSuccess || cudaStreamCreate(&second) != cudaSuccess)
        return 1;
    fill<<<n / 256, 256, 0, first>>>(thrust::raw_pointer_cast(numbers.data())); // {first}
#ifdef FIXED
    cudaStreamSynchronize(first);
#endif
    int sum = thrust::reduce(thrust::cuda::par.on(second), numbers.begin(), numbers.end());
    cudaError_t error = cudaDeviceSynchronize();
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    printf("%s\n", sum == n / 5 * 10 + 6 ? "right" : "wrong");
#ifdef FIXED
    if (sum != n / 5 * 10 + 6)
        return 1;
#endif
    return error != cudaSuccess;
}
