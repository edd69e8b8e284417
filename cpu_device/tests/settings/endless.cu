// SPDX-License-Identifier: MIT
// endless.cu: a kernel has a race and then never ends. With `alone`, one thread
// of each block does that, in a loop without memory accesses and calls.
#include <cstdio>
#include <cstring>

__global__ void endless(volatile unsigned *flag, int *out, bool alone)
{
    __shared__ int cache[64];
    cache[threadIdx.x] = (int)threadIdx.x;
    out[threadIdx.x] = cache[63 - threadIdx.x];
    if (alone && threadIdx.x < 63)
        return;
    for (unsigned x = 1; x != 0; x *= 3) // an odd number stays odd
        if (!alone)
            while (*flag == 0)
                ;
}

__global__ void next(int *out)
{
    out[0] = 1;
}

int main(int count, char **words)
{
    unsigned *flag;
    int *out;
    if (cudaMalloc(&flag, sizeof *flag) || cudaMalloc(&out, 64 * sizeof *out) || cudaMemset(flag, 0, sizeof *flag))
        return 1;
    endless<<<3, 64>>>(flag, out, count > 1 && strcmp(words[1], "alone") == 0);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    next<<<1, 1>>>(out);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    printf("%s\n", cudaGetErrorName(cudaFree(out)));
    return 0;
}
