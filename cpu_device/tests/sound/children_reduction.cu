// SPDX-License-Identifier: MIT
// children_reduction.cu: each block adds up its part, and its tail of blocks adds up the sums, down to one.
// Compiled with: -rdc=true
// Only memcheck knows of launches in kernels:
// racecheck exits 3
// synccheck exits 3
// initcheck exits 3
#include <stdio.h>

const int n = 1 << 14, threads = 64;

__global__ void reduce(const int *in, int *out, int count)
{
    __shared__ int cache[threads];
    int i = blockIdx.x * threads + threadIdx.x;
    cache[threadIdx.x] = i < count ? in[i] : 0;
    __syncthreads();
    for (int half = threads / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            cache[threadIdx.x] += cache[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = cache[0];
    // The tail runs when all blocks of this grid are over.
    if (threadIdx.x == 0 && blockIdx.x == 0 && gridDim.x > 1)
        reduce<<<(gridDim.x + threads - 1) / threads, threads, 0, cudaStreamTailLaunch>>>(out, out + gridDim.x,
                                                                                          gridDim.x);
}

int main()
{
    static int host[n];
    int *in, *out, sum;
    for (int i = 0; i < n; i++)
        host[i] = i % 7;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    reduce<<<n / threads, threads>>>(in, out, n);
    cudaMemcpy(&sum, out + n / threads + n / threads / threads, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    for (int i = 0; i < n; i++)
        sum -= host[i];
    return sum != 0;
}
