// SPDX-License-Identifier: MIT
// dynamic_split.cu: dynamic shared memory is cut into arrays of doubles, ints, shorts and bytes; beside it, static
// arrays; and more than 48 KB after cudaFuncSetAttribute().
#include <stdio.h>

__global__ void split(int n, double *out)
{
    extern __shared__ double pieces[];
    __shared__ int offset;
    double *reals = pieces;
    int *ints = (int *)(reals + n);
    short *shorts = reinterpret_cast<short *>(&ints[n]);
    unsigned char *bytes = (unsigned char *)(shorts + n);
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        reals[i] = i / 4.0;
        ints[i] = i * 1000;
        shorts[i] = (short)-i;
        bytes[i] = (unsigned char)i;
    }
    if (threadIdx.x == blockDim.x - 1)
        offset = 3;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int j = (i + offset) % n;
        out[blockIdx.x * n + i] = reals[j] + ints[j] + shorts[j] + bytes[j];
    }
}

__global__ void large(int words, unsigned *out)
{
    extern __shared__ unsigned words_here[];
    for (int i = threadIdx.x; i < words; i += blockDim.x)
        words_here[i] = i;
    __syncthreads();
    unsigned sum = 0;
    for (int i = threadIdx.x; i < words; i += blockDim.x)
        sum += words_here[words - 1 - i];
    atomicAdd(out, sum);
}

int main()
{
    const int sizes[] = {1, 100, 333, 1000};
    for (int n : sizes) {
        static double out[3000];
        double *dev_out;
        if (cudaMalloc(&dev_out, 3 * n * sizeof *dev_out) != cudaSuccess)
            return 1;
        size_t shared_bytes = n * (sizeof(double) + sizeof(int) + sizeof(short) + 1);
        split<<<3, 70, shared_bytes>>>(n, dev_out);
        if (cudaMemcpy(out, dev_out, 3 * n * sizeof *dev_out, cudaMemcpyDeviceToHost) != cudaSuccess)
            return 1;
        for (int i = 0; i < 3 * n; i++) {
            int j = (i % n + 3) % n;
            if (out[i] != j / 4.0 + j * 1000 - j + j % 256)
                return 1;
        }
        if (cudaFree(dev_out) != cudaSuccess)
            return 1;
    }
    const int words = 50000; // 200 KB
    unsigned *dev_sum, sum;
    if (cudaMalloc(&dev_sum, sizeof sum) != cudaSuccess ||
        cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, words * 4) != cudaSuccess)
        return 1;
    cudaMemset(dev_sum, 0, sizeof sum);
    large<<<2, 512, words * 4>>>(words, dev_sum);
    if (cudaGetLastError() != cudaSuccess ||
        cudaMemcpy(&sum, dev_sum, sizeof sum, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    cudaFree(dev_sum);
    return sum != 2u * (unsigned)(words / 2 * (words - 1ll));
}
