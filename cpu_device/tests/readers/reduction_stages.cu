// SPDX-License-Identifier: MIT
// reduction_stages.cu: a sum in seven stages, from divergent to shuffled
// Feature: kernel template with a switch over block sizes, SharedMemory<T>, volatile warp steps replaced by __syncwarp
#include <stdio.h>
#include <stdlib.h>

template <class T> struct SharedMemory {
    __device__ inline operator T *()
    {
        extern __shared__ int __smem[];
        return (T *)__smem;
    }
};
template <> struct SharedMemory<double> {
    __device__ inline operator double *()
    {
        extern __shared__ double __smem_d[];
        return (double *)__smem_d;
    }
};

template <class T> __global__ void reduce0(T *g_idata, T *g_odata, unsigned int n)
{
    T *sdata = SharedMemory<T>();
    unsigned int tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = (i < n) ? g_idata[i] : 0;
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if ((tid % (2 * s)) == 0)
            sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}
template <class T> __global__ void reduce1(T *g_idata, T *g_odata, unsigned int n)
{
    T *sdata = SharedMemory<T>();
    unsigned int tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = (i < n) ? g_idata[i] : 0;
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        int index = 2 * s * tid;
        if (index < blockDim.x)
            sdata[index] += sdata[index + s];
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}
template <class T> __global__ void reduce2(T *g_idata, T *g_odata, unsigned int n)
{
    T *sdata = SharedMemory<T>();
    unsigned int tid = threadIdx.x, i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    T mySum = (i < n) ? g_idata[i] : 0;
    if (i + blockDim.x < n)
        mySum += g_idata[i + blockDim.x];
    sdata[tid] = mySum;
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s)
            sdata[tid] = mySum = mySum + sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = mySum;
}
template <class T, unsigned int blockSize> __device__ void warpReduce(T *sdata, unsigned tid)
{
    T v = sdata[tid];
    if (blockSize >= 64) {
        v += sdata[tid + 32];
        __syncwarp();
        sdata[tid] = v;
        __syncwarp();
    }
    if (blockSize >= 32) {
        v += sdata[tid + 16];
        __syncwarp();
        sdata[tid] = v;
        __syncwarp();
    }
    if (blockSize >= 16) {
        v += sdata[tid + 8];
        __syncwarp();
        sdata[tid] = v;
        __syncwarp();
    }
    if (blockSize >= 8) {
        v += sdata[tid + 4];
        __syncwarp();
        sdata[tid] = v;
        __syncwarp();
    }
    if (blockSize >= 4) {
        v += sdata[tid + 2];
        __syncwarp();
        sdata[tid] = v;
        __syncwarp();
    }
    if (blockSize >= 2) {
        v += sdata[tid + 1];
        __syncwarp();
        sdata[tid] = v;
    }
}
template <class T, unsigned int blockSize> __global__ void reduce5(T *g_idata, T *g_odata, unsigned int n)
{
    T *sdata = SharedMemory<T>();
    unsigned int tid = threadIdx.x, gridSize = blockSize * 2 * gridDim.x;
    T mySum = 0;
    for (unsigned int i = blockIdx.x * blockSize * 2 + tid; i < n; i += gridSize) {
        mySum += g_idata[i];
        if (i + blockSize < n)
            mySum += g_idata[i + blockSize];
    }
    sdata[tid] = mySum;
    __syncthreads();
    if (blockSize >= 512) {
        if (tid < 256)
            sdata[tid] += sdata[tid + 256];
        __syncthreads();
    }
    if (blockSize >= 256) {
        if (tid < 128)
            sdata[tid] += sdata[tid + 128];
        __syncthreads();
    }
    if (blockSize >= 128) {
        if (tid < 64)
            sdata[tid] += sdata[tid + 64];
        __syncthreads();
    }
    if (tid < 32)
        warpReduce<T, blockSize>(sdata, tid);
    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}
template <class T> __global__ void reduce6(T *g_idata, T *g_odata, unsigned int n)
{
    __shared__ T warpSums[32];
    T v = 0;
    for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        v += g_idata[i];
    for (int offset = warpSize / 2; offset > 0; offset >>= 1)
        v += __shfl_down_sync(0xffffffff, v, offset);
    if (threadIdx.x % warpSize == 0)
        warpSums[threadIdx.x / warpSize] = v;
    __syncthreads();
    if (threadIdx.x < warpSize) {
        v = threadIdx.x < blockDim.x / warpSize ? warpSums[threadIdx.x] : 0;
        for (int offset = 16; offset > 0; offset /= 2)
            v += __shfl_down_sync(0xffffffff, v, offset);
        if (threadIdx.x == 0)
            g_odata[blockIdx.x] = v;
    }
}

template <class T> bool run(int which, int n, const char *type)
{
    T *h = (T *)malloc(n * sizeof(T)), *d_in, *d_out, expected = 0;
    for (int i = 0; i < n; i++)
        expected += h[i] = (T)(i % 4);
    const int threads = 256, blocks = which < 2 ? (n + threads - 1) / threads : which == 2 ? (n + 511) / 512 : 64;
    cudaMalloc((void **)&d_in, n * sizeof(T));
    cudaMalloc((void **)&d_out, blocks * sizeof(T));
    cudaMemcpy(d_in, h, n * sizeof(T), cudaMemcpyHostToDevice);
    size_t smem = threads * sizeof(T);
    switch (which) {
    case 0: reduce0<T><<<blocks, threads, smem>>>(d_in, d_out, n); break;
    case 1: reduce1<T><<<blocks, threads, smem>>>(d_in, d_out, n); break;
    case 2: reduce2<T><<<blocks, threads, smem>>>(d_in, d_out, n); break;
    case 3: reduce5<T, 256><<<blocks, 256, smem>>>(d_in, d_out, n); break;
    case 4: reduce5<T, 512><<<blocks, 512, 2 * smem>>>(d_in, d_out, n); break;
    case 5: reduce5<T, 64><<<blocks, 64, smem>>>(d_in, d_out, n); break;
    default: reduce6<T><<<blocks, threads>>>(d_in, d_out, n);
    }
    T *partial = (T *)malloc(blocks * sizeof(T)), sum = 0;
    cudaMemcpy(partial, d_out, blocks * sizeof(T), cudaMemcpyDeviceToHost);
    for (int i = 0; i < blocks; i++)
        sum += partial[i];
    printf("reduce%d<%s>: %s\n", which, type, sum == expected ? "ok" : "WRONG");
    cudaFree(d_in), cudaFree(d_out);
    free(h), free(partial);
    return sum == expected;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
    bool ok = true;
    for (int which = 0; which < 7; which++)
        ok &= run<int>(which, n, "int") & run<float>(which, n, "float") & run<double>(which, n, "double");
    puts(ok ? "Test passed" : "Test failed!");
    return !ok;
}
