// SPDX-License-Identifier: MIT
// unrolled.cu: code that is unrolled by hand and by templates has many instructions that touch the same few bytes; the
// first write of some comes late.
#include <stdio.h>

const int threads = 32;

template <int From, int To> struct steps {
    template <class Function> __device__ static void run(Function f)
    {
        f(From);
        steps<From + 1, To>::run(f);
    }
};

template <int To> struct steps<To, To> {
    template <class Function> __device__ static void run(Function) {}
};

__global__ void unrolled(unsigned char *out)
{
    __shared__ unsigned char bytes[threads][4];
    volatile unsigned char *mine = bytes[threadIdx.x]; // so that nothing is merged
    mine[0] = 1;
    mine[0] = mine[0] + 1;
    mine[0] = mine[0] * 2;
    mine[0] = mine[0] + 3;
    mine[0] = mine[0] ^ 5;
    mine[1] = mine[0];
    mine[1] = mine[1] + 1;
    mine[1] = mine[1] * 2;
    mine[1] = mine[1] + 3;
    mine[1] = mine[1] ^ 5;
    mine[2] = mine[1];
    mine[2] = mine[2] + 1;
    mine[2] = mine[2] * 2;
    mine[2] = mine[2] + 3;
    mine[2] = mine[2] ^ 5;
    mine[3] = mine[2];
    __syncthreads();
    unsigned sum = 0;
    steps<0, 8>::run([&](int i) {
        const unsigned char *other = bytes[(threadIdx.x + i) % threads];
        sum += other[0] + other[1] * 3 + other[2] * 5 + other[3] * 7;
    });
    __syncthreads();
    steps<0, 20>::run([&](int i) {
        bytes[threadIdx.x][i % 4] = bytes[threadIdx.x][(i + 1) % 4] + i;
        sum += bytes[threadIdx.x][i % 3];
    });
    out[threadIdx.x] = (unsigned char)sum;
}

int main()
{
    unsigned char *dev_out, out[threads];
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    unrolled<<<1, threads>>>(dev_out);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    unsigned char b[4];
    b[0] = ((1 + 1) * 2 + 3) ^ 5;
    for (int i = 1; i < 3; i++)
        b[i] = (unsigned char)(((b[i - 1] + 1) * 2 + 3) ^ 5);
    b[3] = b[2];
    unsigned sum = 8 * (b[0] + b[1] * 3 + b[2] * 5 + b[3] * 7);
    for (int i = 0; i < 20; i++) {
        b[i % 4] = (unsigned char)(b[(i + 1) % 4] + i);
        sum += b[i % 3];
    }
    for (int t = 0; t < threads; t++)
        if (out[t] != (unsigned char)sum)
            return 1;
    return cudaFree(dev_out) != cudaSuccess;
}
