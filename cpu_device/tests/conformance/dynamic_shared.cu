// SPDX-License-Identifier: MIT
// dynamic_shared.cu: extern __shared__ arrays, inside and outside of functions, whose size the launch gives.

#include <stdio.h>

#include "../handle_error.h"

extern __shared__ int file_scope[];
extern __shared__ __align__(16) unsigned char aligned_bytes[];

__global__ void reverse_inside(int *numbers)
{
    extern __shared__ int inside[];
    inside[threadIdx.x] = numbers[threadIdx.x];
    __syncthreads();
    numbers[threadIdx.x] = inside[blockDim.x - 1 - threadIdx.x];
}

__device__ void put(int place, int what)
{
    file_scope[place] = what;
}

__global__ void reverse_file_scope(int *numbers)
{
    put(blockDim.x - 1 - threadIdx.x, numbers[threadIdx.x]);
    __syncthreads();
    numbers[threadIdx.x] = file_scope[threadIdx.x];
}

__global__ void transpose(int *numbers)
{
    extern __shared__ int tile[][8];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = numbers[8 * y + x];
    __syncthreads();
    numbers[8 * y + x] = tile[x][y];
}

// Three arrays out of one, and all extern arrays begin at the same place, after the static ones.
__global__ void carve(int *numbers)
{
    __shared__ int fixed[64];
    extern __shared__ double reals[];
    int *integers = (int *)&reals[blockDim.x];
    char *letters = (char *)&integers[blockDim.x];
    int t = threadIdx.x, n = blockDim.x;
    fixed[t] = 1000 * t;
    reals[t] = t + 0.5;
    integers[t] = 10 * t;
    letters[t] = (char)t;
    __syncthreads();
    numbers[t] = fixed[n - 1 - t] + (int)(2 * reals[(t + 1) % n]) + integers[(t + 2) % n] + letters[(t + 3) % n];
    if (t == 0)
        numbers[0] = (void *)reals == (void *)file_scope && (void *)reals == (void *)aligned_bytes;
}

__global__ void aligned(int *numbers)
{
    float4 *vectors = (float4 *)aligned_bytes;
    int t = threadIdx.x;
    vectors[t] = make_float4(t, 2 * t, 3 * t, 4 * t);
    __syncthreads();
    float4 v = vectors[(t + 5) % blockDim.x];
    numbers[t] = (int)(v.x + v.y + v.z + v.w) + (int)((size_t)aligned_bytes % 16);
}

template <typename T> __global__ void sum_neighbours(int *numbers)
{
    extern __shared__ unsigned char raw[];
    T *values = reinterpret_cast<T *>(raw);
    values[threadIdx.x] = (T)numbers[threadIdx.x];
    __syncthreads();
    numbers[threadIdx.x] = (int)(values[threadIdx.x] + values[(threadIdx.x + 1) % blockDim.x]);
}

static int *dev_numbers;

static void begin()
{
    int numbers[64];
    for (int i = 0; i < 64; i++)
        numbers[i] = i * i;
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice));
}

static void show(const char *what)
{
    int numbers[64];
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(numbers, dev_numbers, sizeof numbers, cudaMemcpyDeviceToHost));
    printf("%s:", what);
    for (int i = 0; i < 64; i++)
        printf(" %d", numbers[i]);
    printf("\n");
    begin();
}

int main(void)
{
    HANDLE_ERROR(cudaMalloc((void **)&dev_numbers, 64 * sizeof(int)));
    begin();
    reverse_inside<<<1, 64, 64 * sizeof(int)>>>(dev_numbers);
    show("inside");
    reverse_file_scope<<<1, 64, 64 * sizeof(int)>>>(dev_numbers);
    show("at file scope");
    transpose<<<1, dim3(8, 8), 64 * sizeof(int)>>>(dev_numbers);
    show("rows and columns");
    carve<<<1, 64, 64 * (sizeof(double) + sizeof(int) + 1)>>>(dev_numbers);
    show("three in one");
    aligned<<<1, 64, 64 * sizeof(float4)>>>(dev_numbers);
    show("aligned");
    sum_neighbours<float><<<1, 64, 64 * sizeof(float)>>>(dev_numbers);
    show("of float");
    sum_neighbours<long long><<<1, 64, 64 * sizeof(long long)>>>(dev_numbers);
    show("of long long");
    HANDLE_ERROR(cudaFree(dev_numbers));
    return 0;
}
