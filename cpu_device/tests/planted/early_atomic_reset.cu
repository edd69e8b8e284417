// SPDX-License-Identifier: MIT
// early_atomic_reset.cu: the host sets a pinned sum to zero for the next round, while the kernel of this round adds.
// CPU exits 3
// CPU finds host-too-early
// CPU says at early_atomic_reset.cu:{reset}:
// CPU says Kernel add, launched at early_atomic_reset.cu:{launch}, may still be running
// all exits 0
#include <stdio.h>

const int n = 1 << 13, threads = 256;

__global__ void add(unsigned long long *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(sum, (unsigned long long)i);
}

int main()
{
    unsigned long long *sum;
    cudaStream_t stream;
    if (cudaMallocHost(&sum, 2 * sizeof *sum) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess)
        return 1;
    sum[0] = sum[1] = 0;
    add<<<n / threads, threads, 0, stream>>>(&sum[0]); // {launch}
#ifdef FIXED
    cudaStreamSynchronize(stream);
#endif
    sum[0] = 0; // {reset}
    add<<<n / threads, threads, 0, stream>>>(&sum[1]);
    cudaError_t error = cudaStreamSynchronize(stream);
    bool right = sum[1] == (unsigned long long)n * (n - 1) / 2;
    cudaStreamDestroy(stream);
    cudaFreeHost(sum);
    printf("%s\n", right ? "right" : "wrong");
    return error != cudaSuccess || !right;
}
