// SPDX-License-Identifier: MIT
// host_buffers.cu: the host moves large buffers of its own, and objects of its own with memcpy, memmove and memset; the
// device copies parts of them.
#include <stdio.h>
#include <string.h>
#include <string>
#include <vector>

const size_t size = 32 << 20;

__global__ void flip(unsigned *words, size_t n)
{
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        words[i] = ~words[i];
}

int main()
{
    std::vector<unsigned char> a(size), b(size, 1);
    memset(a.data(), 0x55, size);
    for (size_t i = 0; i < size; i += 4096)
        a[i] = (unsigned char)(i / 4096);
    for (int round = 0; round < 4; round++) {
        memcpy(b.data(), a.data(), size);
        memmove(b.data() + 1, b.data(), size - 1);
        memcpy(a.data(), b.data() + 1, size - 1);
    }
    std::string text;
    for (int i = 0; i < 100000; i++)
        text += (char)('a' + i % 26);
    std::vector<std::string> many(1000, text.substr(0, 50));
    std::vector<std::string> more = many;
    unsigned char *dev;
    const size_t part = 1 << 20;
    if (cudaMalloc(&dev, part) != cudaSuccess)
        return 1;
    cudaMemcpy(dev, a.data() + 4096 * 3, part, cudaMemcpyHostToDevice);
    flip<<<64, 128>>>(reinterpret_cast<unsigned *>(dev), part / 4);
    if (cudaMemcpy(b.data(), dev, part, cudaMemcpyDeviceToHost) != cudaSuccess || cudaFree(dev) != cudaSuccess)
        return 1;
    for (size_t i = 0; i < part; i++) {
        unsigned char right = i % 4096 == 0 ? (unsigned char)(i / 4096 + 3) : 0x55;
        if (b[i] != (unsigned char)~right)
            return 1;
    }
    return more[999] != many[0] || text[99999] != 'a' + 99999 % 26;
}
