// SPDX-License-Identifier: MIT
// function_declarators.cu: functions that return references to arrays and pointers to functions, in C's own spelling.
#include <stdio.h>

__device__ int table[3][4];
__device__ int (&row(int i))[4];

template <class T> __device__ T (&pick(T (&a)[4]))[4]
{
    return a;
}

__host__ __device__ char (&size_two(...))[2];
__device__ int (&row(int i))[4]
{
    __shared__ int used[4];
    used[i] = i;
    return table[used[i]];
}

__device__ int twice(int x)
{
    return 2 * x;
}

__device__ int (*choose(int))(int)
{
    return twice;
}

__global__ void fill(int *out)
{
    int(&r)[4] = pick(row(threadIdx.x));
    for (int i = 0; i < 4; ++i)
        r[i] = choose(i)(10 * threadIdx.x + i);
    out[threadIdx.x] = r[3] + sizeof(size_two(0));
}

int main()
{
    int *dev_out, out[3];
    cudaMalloc(&dev_out, sizeof out);
    fill<<<1, 3>>>(dev_out);
    cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", out[0], out[1], out[2]);
    cudaFree(dev_out);
    return 0;
}
