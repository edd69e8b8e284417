// SPDX-License-Identifier: MIT
// fill_and_copy.cu: kernels fill and copy shared and global memory with memset, memcpy and loops, also by nothing and
// from odd addresses, where the compiler may assume no alignment.
#include <stdio.h>
#include <string.h>

const int threads = 48, width = 37;

__global__ void fill(const char *text, int length, char *out)
{
    __shared__ char line[threads][width];
    __shared__ int counts[256];
    int t = threadIdx.x, n = t % 9;
    for (int i = t; i < 256; i += blockDim.x)
        counts[i] = 0;
    memset(line[t], 'a' + t % 26, width);
    memset(line[t] + 1, 'x', n); // of 0 to 8 bytes
    memcpy(line[t] + 9, text + t, t + n < length ? n : 0);
    memcpy(&line[t][20], text + 1, 4);
    memset(line[t] + 30, 0, 2);
    int word, number = t * 0x01010101;
    memcpy(&word, text + t % 5, sizeof word); // any address
    memcpy(line[t] + 33, &number, sizeof number);
    __syncthreads();
    atomicAdd(&counts[(unsigned char)line[(t + 1) % threads][33]], word & 0xff);
    __syncthreads();
    memcpy(out + t * width, line[threads - 1 - t], width);
    if (t == 0)
        out[threads * width] = (char)counts[7];
}

int main()
{
    const char text[] = "the quick brown fox jumps over the lazy dog, and the dog sleeps on and on and on";
    static char out[threads * width + 1];
    char *dev_text, *dev_out;
    if (cudaMalloc(&dev_text, sizeof text) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    cudaMemcpy(dev_text, text, sizeof text, cudaMemcpyHostToDevice);
    fill<<<1, threads>>>(dev_text, (int)sizeof text, dev_out);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int t = 0; t < threads; t++) {
        char line[width];
        int n = t % 9;
        memset(line, 'a' + t % 26, width);
        memset(line + 1, 'x', n);
        memcpy(line + 9, text + t, t + n < (int)sizeof text ? n : 0);
        memcpy(line + 20, text + 1, 4);
        memset(line + 30, 0, 2);
        memset(line + 33, t, 4);
        if (memcmp(line, out + (threads - 1 - t) * width, width) != 0)
            return 1;
    }
    if (out[threads * width] != text[6 % 5])
        return 1;
    cudaFree(dev_text);
    return cudaFree(dev_out) != cudaSuccess;
}
