// SPDX-License-Identifier: MIT
// own_bytes.cu: pictures are changed in place, each thread reads and writes what is its own: a byte, a short, the three
// bytes of a uchar3, bit fields of a word. Borders of threads, warps and blocks lie within words. Behind a barrier the
// block reads its neighbours' bytes.
#include <stdio.h>

const int threads = 51, blocks = 5, n = threads * blocks; // an odd number of bytes for each block

struct pixel {
    unsigned red : 5, green : 6, blue : 5, rest : 16;
};

struct picture {
    char unused;
    unsigned char bytes[n];
    short shorts[n];
    unsigned char header[3];
    uchar3 colours[n];
    pixel pixels[n];
};

__global__ void change(picture *p, unsigned char *smooth)
{
    int first = blockIdx.x * threads, t = threadIdx.x, i = first + t;
    p->bytes[i] = 255 - p->bytes[i];
    p->bytes[i] ^= 3;
    p->shorts[i] = p->shorts[i] * 2 + 1;
    uchar3 c = p->colours[i];
    p->colours[i] = make_uchar3(c.z, c.x, c.y);
    p->colours[i].y += t;
    p->pixels[i].red += p->pixels[i].blue;
    p->pixels[i].rest = t;
    __syncthreads();
    int left = p->bytes[first + (t + threads - 1) % threads], right = p->bytes[first + (t + 1) % threads];
    int other = p->colours[first + threads - 1 - t].y + p->pixels[first + (t + 2) % threads].rest;
    smooth[i] = (left + right + other) / 4;
}

int main()
{
    static picture before, after, *dev;
    unsigned char smooth[n], *dev_smooth;
    for (int i = 0; i < n; i++) {
        before.bytes[i] = i * 3;
        before.shorts[i] = i * 50;
        before.colours[i] = make_uchar3(i, i * 2, i * 5);
        before.pixels[i] = {unsigned(i % 8), unsigned(i % 64), unsigned(i % 16), 0};
    }
    if (cudaMalloc(&dev, sizeof *dev) != cudaSuccess || cudaMalloc(&dev_smooth, sizeof smooth) != cudaSuccess)
        return 1;
    cudaMemcpy(dev, &before, sizeof before, cudaMemcpyHostToDevice);
    change<<<blocks, threads>>>(dev, dev_smooth);
    if (cudaMemcpy(&after, dev, sizeof after, cudaMemcpyDeviceToHost) != cudaSuccess ||
        cudaMemcpy(smooth, dev_smooth, sizeof smooth, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++) {
        int t = i % threads, first = i - t;
        uchar3 was = before.colours[i], is = after.colours[i];
        pixel old = before.pixels[i], now = after.pixels[i];
        int sum = after.bytes[first + (t + threads - 1) % threads] + after.bytes[first + (t + 1) % threads] +
                  after.colours[first + threads - 1 - t].y + (t + 2) % threads;
        if (after.bytes[i] != ((255 - before.bytes[i]) ^ 3) || after.shorts[i] != before.shorts[i] * 2 + 1 ||
            is.x != was.z || is.y != (unsigned char)(was.x + t) || is.z != was.y ||
            now.red != ((old.red + old.blue) & 31) || now.green != old.green || now.blue != old.blue || now.rest != t ||
            smooth[i] != (unsigned char)(sum / 4))
            return 1;
    }
    cudaFree(dev);
    return cudaFree(dev_smooth) != cudaSuccess;
}
