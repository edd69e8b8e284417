// SPDX-License-Identifier: MIT
// blocks_bytes.cu: blocks whose borders lie within a word: neighbouring bytes, shorts, bools and members of packed
// pixels are written, read and changed by different blocks at the same time.
#include <stdio.h>

const int blocks = 14, per_block = 7, n = blocks * per_block;

struct pixel {
    unsigned char r, g, b;
};

struct arrays {
    unsigned char bytes[n];
    bool flags[n];
    short shorts[n];
    pixel pixels[n];
    uchar4 colors[n];
};

// To each block a piece of every array.
__global__ void fill(arrays *out)
{
    int i = blockIdx.x * per_block + threadIdx.x;
    out->bytes[i] = (unsigned char)i;
    out->flags[i] = i % 3 == 0;
    out->shorts[i] = (short)(-i);
    out->pixels[i] = {(unsigned char)i, (unsigned char)(i + 1), (unsigned char)(i + 2)};
    out->bytes[i] += 100;
    __syncthreads();
    i = blockIdx.x * per_block + per_block - 1 - threadIdx.x;
    out->shorts[i] -= out->flags[i];
    out->pixels[i].g += out->bytes[i];
}

// To each block a byte of every color.
__global__ void fill_planes(arrays *out)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        unsigned char *color = (unsigned char *)&out->colors[i];
        color[blockIdx.x] = (unsigned char)(i + 50 * blockIdx.x);
        color[blockIdx.x] ^= 1;
    }
}

int main()
{
    static arrays host;
    arrays *dev;
    if (cudaMalloc(&dev, sizeof host) != cudaSuccess)
        return 1;
    cudaMemset(dev, 0, sizeof host); // the padding
    fill<<<blocks, per_block>>>(dev);
    fill_planes<<<4, 32>>>(dev);
    if (cudaMemcpy(&host, dev, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++) {
        pixel p = host.pixels[i];
        uchar4 c = host.colors[i];
        if (host.bytes[i] != i + 100 || host.flags[i] != (i % 3 == 0) || host.shorts[i] != -i - (i % 3 == 0) ||
            p.r != i || p.g != (unsigned char)(2 * i + 101) || p.b != i + 2 || c.x != (i ^ 1) ||
            c.y != ((i + 50) ^ 1) || c.z != ((i + 100) ^ 1) || c.w != ((i + 150) ^ 1))
            return 1;
    }
    return cudaFree(dev) != cudaSuccess;
}
