// SPDX-License-Identifier: MIT
// scope_of_system.cu: the host has the memory, too.
// Run with: CPU_DEVICE_ADVICE=on
#include <cuda/atomic>
#include <stdio.h>

__global__ void count(int *data)
{
    cuda::atomic_ref<int> counter(*data);
    counter.fetch_add(1, cuda::memory_order_relaxed);
}

int main()
{
    int *data;
    cudaMallocManaged(&data, sizeof *data);
    *data = 0;
    count<<<8, 64>>>(data);
    cudaError_t error = cudaDeviceSynchronize();
    bool right = error == cudaSuccess && *data == 512;
    cudaFree(data);
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
