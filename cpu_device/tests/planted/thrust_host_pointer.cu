// SPDX-License-Identifier: MIT
// thrust_host_pointer.cu: thrust::device gets the addresses of host memory.
// CPU exits 3
// CPU finds illegal-address
// CPU says kernel for_each
// memcheck exits any
// memcheck prints Invalid __global__
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/host_vector.h>
#include <thrust/system_error.h>

int main()
{
    thrust::host_vector<int> numbers(100);
    try {
#ifndef FIXED
        thrust::fill(thrust::device, &numbers[0], &numbers[0] + 100, 3);
#else
        thrust::device_vector<int> there(100);
        thrust::fill(thrust::device, there.begin(), there.end(), 3);
        numbers = there;
#endif
    } catch (const thrust::system_error &e) {
        printf("%s\n", cudaGetErrorName(cudaError_t(e.code().value())));
        return 0;
    }
    return numbers[99] != 3;
}
