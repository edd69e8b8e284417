// SPDX-License-Identifier: MIT
// file_scope.cu: shared memory that is declared outside of functions: an extern array, which kernels of several types
// see, and variables; and device functions with shared variables of their own, called by several kernels.
#include "../kernel_run.h"

extern __shared__ int pool[];
__shared__ int total;
__shared__ float cells[8][8];

__device__ int add_up(int value)
{
    static __shared__ int cache[64];
    __syncthreads(); // the last call's values are read
    cache[threadIdx.x] = value;
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < 64; i++)
        sum += cache[i];
    return sum;
}

template <int N> __device__ float highest(float value)
{
    __shared__ float values[N];
    values[threadIdx.x] = value;
    __syncthreads();
    float high = values[0];
    for (int i = 1; i < N; i++)
        high = fmaxf(high, values[i]);
    return high;
}

__global__ void sums(int *out)
{
    pool[threadIdx.x] = threadIdx.x;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    atomicAdd(&total, pool[63 - threadIdx.x]);
    __syncthreads();
    int first = add_up(threadIdx.x), second = add_up(total), third = add_up(1);
    out[threadIdx.x] = first + second + third;
}

__global__ void cells_of_a_plane(float *out)
{
    int x = threadIdx.x % 8, y = threadIdx.x / 8;
    float *line = (float *)pool;
    cells[y][x] = x * 10 + y;
    line[threadIdx.x] = x;
    __syncthreads();
    out[threadIdx.x] = cells[x][y] + line[(threadIdx.x + 1) % 64] + highest<64>(cells[7 - y][x]);
}

int main()
{
    device_array<int> dev_sums(64);
    device_array<float> dev_cells(64);
    sums<<<1, 64, 64 * sizeof(int)>>>(dev_sums);
    cells_of_a_plane<<<1, 64, 64 * sizeof(float)>>>(dev_cells);
    return check(dev_sums, 2016 + 64 * 2016 + 64) ||
           check(dev_cells, [](int t) { return t / 8 * 10 + t % 8 + (t + 1) % 8 + 77; });
}
