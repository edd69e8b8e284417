// SPDX-License-Identifier: MIT
// divergent_if.cu: each branch of an if has its own barrier.
// CPU exits 3
// CPU finds divergent-barrier
// CPU says kernel branches, block (0,0,0), of 256 threads
// CPU says 100 threads wait in __syncthreads() at divergent_if.cu:{first}: 0-99
// CPU says 156 threads wait in __syncthreads() at divergent_if.cu:{second}: 100-255
// CPU says The launch at divergent_if.cu:{launch} fails: cudaErrorLaunchFailure
// CPU prints unspecified launch failure
#include <stdio.h>

__global__ void branches(int *a)
{
    if (threadIdx.x < 100) {
        a[threadIdx.x] = 1;
        __syncthreads(); // {first}
    } else {
        a[threadIdx.x] = 2;
        __syncthreads(); // {second}
    }
}

int main()
{
    int *a;
    cudaMalloc(&a, 256 * sizeof(int));
    branches<<<1, 256>>>(a); // {launch}
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
