// SPDX-License-Identifier: MIT
// sort_in_place.cu: each block sorts its part of global memory in place, by a bitonic network whose partners change
// with every barrier, and the one beside it by odd-even transposition of bytes; the parts of two blocks touch.
#include <stdio.h>

const int n = 64, blocks = 5, byte_count = 51;

__global__ void sort(int *all, unsigned char *all_bytes)
{
    int *part = all + blockIdx.x * n, t = threadIdx.x;
    for (int size = 2; size <= n; size *= 2)
        for (int step = size / 2; step > 0; step /= 2) {
            int low = t / step * 2 * step + t % step, high = low + step;
            bool up = (low & size) == 0;
            int a = part[low], b = part[high];
            if ((a > b) == up) {
                part[low] = b;
                part[high] = a;
            }
            __syncthreads();
        }
    unsigned char *bytes = all_bytes + blockIdx.x * byte_count;
    for (int round = 0; round < byte_count; round++) {
        int low = 2 * t + round % 2;
        if (low + 1 < byte_count && bytes[low] > bytes[low + 1]) {
            unsigned char kept = bytes[low];
            bytes[low] = bytes[low + 1];
            bytes[low + 1] = kept;
        }
        __syncthreads();
    }
}

int main()
{
    int host[blocks * n], *dev, counts[1000] = {};
    unsigned char bytes[blocks * byte_count], *dev_bytes;
    long sums[2] = {};
    for (int i = 0; i < blocks * n; i++)
        counts[host[i] = i * i * 7 % 997]++;
    for (int i = 0; i < blocks * byte_count; i++)
        sums[0] += bytes[i] = i * 91;
    if (cudaMalloc(&dev, sizeof host) != cudaSuccess || cudaMalloc(&dev_bytes, sizeof bytes) != cudaSuccess)
        return 1;
    cudaMemcpy(dev, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(dev_bytes, bytes, sizeof bytes, cudaMemcpyHostToDevice);
    sort<<<blocks, n / 2>>>(dev, dev_bytes);
    if (cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess ||
        cudaMemcpy(bytes, dev_bytes, sizeof bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < blocks * n; i++)
        if (--counts[host[i]] < 0 || (i % n != 0 && host[i - 1] > host[i]))
            return 1;
    for (int i = 0; i < blocks * byte_count; i++) {
        sums[1] += bytes[i];
        if (i % byte_count != 0 && bytes[i - 1] > bytes[i])
            return 1;
    }
    cudaFree(dev);
    return cudaFree(dev_bytes) != cudaSuccess || sums[0] != sums[1];
}
