// SPDX-License-Identifier: MIT
// arch_with_libcu.cu: a program that includes libcu++ and asks for __CUDA_ARCH__: its kernels have it, its host
// functions have not, and what stands for both has each.
#include <cuda/atomic>
#include <cuda/std/array>
#include <stdio.h>

__host__ __device__ int where()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
    return 1;
#elif defined(__CUDA_ARCH__)
    return 2;
#else
    return 3;
#endif
}

__global__ void look(int *out)
{
#if __CUDA_ARCH__ >= 700
    cuda::std::array<int, 2> found = {where(), 10};
    cuda::atomic_ref<int>(out[threadIdx.x]).fetch_add(found[0] + found[1] * (int)threadIdx.x);
#endif
}

int main()
{
    int *dev_out, out[4] = {};
    cudaMalloc(&dev_out, sizeof out);
    cudaMemset(dev_out, 0, sizeof out);
    look<<<1, 4>>>(dev_out);
    cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("host %d, device %d %d %d %d\n", where(), out[0], out[1], out[2], out[3]);
    cudaFree(dev_out);
    return 0;
}
