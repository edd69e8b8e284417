// SPDX-License-Identifier: MIT
// reference_to_host.cu: a kernel's parameter is a reference, and refers to a variable of the host.
// CPU exits 3
// CPU finds illegal-address
// CPU says kernel count<numbers>, block (0,0,0), thread (0,0,0), at reference_to_host.cu:{write}
// CPU says host memory: a kernel needs a pointer from cudaMalloc()
// CPU says A parameter of the kernel is a reference: let it refer to managed memory, or pass the value.
// CPU says SUMMARY: 1 error, 0 warnings
#include <cuda_runtime.h>

struct numbers {
    int unused, all;
};

template <class T> __global__ void count(T &n, int *out)
{
    n.all = 1; // {write}
    *out = 1;
}

int main()
{
    int *out;
    if (cudaMalloc(&out, sizeof *out) != cudaSuccess)
        return 1;
    numbers on_host = {};
    count<<<1, 1>>>(on_host, out);
    cudaError_t error = cudaDeviceSynchronize();
    return error != cudaErrorIllegalAddress || on_host.all != 0;
}
