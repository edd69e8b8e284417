// SPDX-License-Identifier: MIT
// monte_carlo_pi.cu: pi by random points, each thread with its own generator
// Feature: xorshift state in registers, unsigned long long atomics, block reduction by shuffles
#include <cstdlib>
#include <iostream>
using namespace std;

struct Rng {
    unsigned int x, y, z, w;
    __host__ __device__ explicit Rng(unsigned int seed)
        : x(123456789u ^ seed), y(362436069u + 7 * seed), z(521288629u), w(88675123u ^ (seed << 3))
    {
        for (int i = 0; i < 8; i++)
            (*this)();
    }
    __host__ __device__ unsigned int operator()()
    {
        unsigned int t = x ^ (x << 11);
        x = y, y = z, z = w;
        return w = w ^ (w >> 19) ^ t ^ (t >> 8);
    }
    __host__ __device__ float uniform()
    {
        return ((*this)() >> 8) * (1.0f / 16777216.0f);
    }
};

__host__ __device__ unsigned long long count(unsigned id, int tries)
{
    Rng rng(id);
    unsigned long long in = 0;
    for (int i = 0; i < tries; i++) {
        float x = rng.uniform(), y = rng.uniform();
        in += x * x + y * y <= 1.0f ? 1 : 0;
    }
    return in;
}

__global__ void mc(unsigned long long *total, int tries)
{
    unsigned long long mine = count(blockIdx.x * blockDim.x + threadIdx.x, tries);
    for (int d = 16; d; d >>= 1)
        mine += __shfl_xor_sync(~0u, mine, d);
    if (!(threadIdx.x & 31))
        atomicAdd(total, mine);
}

int main(int argc, char **argv)
{
    int tries = argc > 1 ? atoi(argv[1]) : 200, blocks = 128, threads = 256;
    unsigned long long *total = nullptr;
    cudaMallocManaged(&total, sizeof(*total));
    *total = 0;
    mc<<<blocks, threads>>>(total, tries);
    cudaDeviceSynchronize();
    double n = double(blocks) * threads * tries, pi = 4.0 * *total / n;
    unsigned long long expected = 0;
    for (int i = 0; i < blocks * threads; i++)
        expected += count(i, tries);
    long long off = (long long)(expected - *total);
    cout << "pi is about " << pi << " (" << n << " points), off by " << off << " points" << endl;
    cudaFree(total);
    return !(pi > 3.13 && pi < 3.15 && off * off < 10000);
}
