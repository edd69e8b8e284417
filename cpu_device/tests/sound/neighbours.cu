// SPDX-License-Identifier: MIT
// neighbours.cu: threads write neighbouring bytes, shorts, bools and members of a struct at the same time; after a
// barrier others read them in larger pieces.
#include <stdio.h>

const int threads = 96;

struct mixed {
    char a;
    bool b;
    short c;
    int d;
};

__global__ void write_small(unsigned *out)
{
    __shared__ char bytes[threads];
    __shared__ short shorts[threads];
    __shared__ bool odd[threads];
    __shared__ mixed members[threads / 4];
    __shared__ alignas(4) unsigned char packed[threads];
    int t = threadIdx.x;
    bytes[t] = (char)t;
    shorts[t] = (short)(t * t);
    odd[t] = t % 2;
    packed[t] = (unsigned char)(t * 2);
    switch (t % 4) { // four threads to a struct
    case 0: members[t / 4].a = (char)t; break;
    case 1: members[t / 4].b = t % 3 == 0; break;
    case 2: members[t / 4].c = (short)t; break;
    case 3: members[t / 4].d = -t; break;
    }
    bytes[t] += 1; // its own again
    __syncthreads();
    mixed m = members[(t + 1) % threads / 4];
    int other = threads - 1 - t;
    out[t] = bytes[other] + shorts[other] + odd[other] * 10000 + m.a + m.b + m.c + m.d +
             (*reinterpret_cast<unsigned *>(&packed[other / 4 * 4]) >> other % 4 * 8 & 0xff);
}

int main()
{
    unsigned *dev_out, out[threads];
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    write_small<<<1, threads>>>(dev_out);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int t = 0; t < threads; t++) {
        int other = threads - 1 - t, m = (t + 1) % threads / 4 * 4;
        int right =
            other + 1 + other * other + other % 2 * 10000 + m + ((m + 1) % 3 == 0) + m + 2 - (m + 3) + other * 2;
        if ((int)out[t] != right)
            return 1;
    }
    return cudaFree(dev_out) != cudaSuccess;
}
