// SPDX-License-Identifier: MIT
// aligned_or_packed.cu: accesses of every address that are no misaligned ones: members of packed structs, which nvcc
// loads byte by byte; memcpy(); a larger type at an address that is a multiple of its size; room for one object; bit
// fields.
#include <string.h>

struct __attribute__((packed)) packed {
    char tag;
    int number;
    double value;
};
struct holder {
    char tag;
    packed inner;
};
struct bits {
    unsigned a : 3, b : 17, c : 12;
};

__device__ char bytes[64];
__device__ __align__(16) int words[4];
__device__ packed one;
__device__ holder two;
__constant__ packed three = {1, 3, 3};

__global__ void members(int *out)
{
    one.number = three.number;
    one.value = three.value;
    two.inner.number = 4;
    two.inner.value = 2;
    two.inner.value += one.value;
    const packed copy = one;
    packed *const last = (packed *)(bytes + 13);
    *last = copy;
    last->number += copy.number;
    *out = last->number + (int)two.inner.value; // 6 + 5
}

__global__ void copies(int *out)
{
    int five = 5, got;
    double half;
    memcpy(bytes + 1, &five, sizeof five);
    memcpy(bytes + 7, &five, sizeof five);
    memcpy(&got, bytes + 7, sizeof got);
    memset(bytes + 17, 0, sizeof half);
    memcpy(&half, bytes + 17, sizeof half);
    *out = got + (int)half; // 5
}

// The room for one object: a GPU has it at a multiple of its size, as long as it is alone.
template <class T> __global__ void rooms(int *out)
{
    __shared__ char room[sizeof(T)];
    T *const one = (T *)room;
    if (threadIdx.x == 0)
        *one = T(3);
    __syncthreads();
    out[threadIdx.x] = (int)*one;
}

__global__ void casts(int *out)
{
    extern __shared__ char dynamic[];
    __shared__ __align__(16) char buffer[96];
    for (int i = 0; i < 96; i++)
        buffer[i] = dynamic[i] = i;
    *(int *)(buffer + 4) = 3;
    *(double *)(dynamic + 16) = 3;
    *(float4 *)(buffer + 16) = make_float4(1, 2, 3, 4);
    *(float2 *)(words + 2) = make_float2(1, 2);
    *(int2 *)words = make_int2(1, 2);
    ((bits *)words)->b = 3;
    *out = *(int *)(buffer + 4) + (int)*(double *)(dynamic + 16) + (int)((float *)buffer)[7] + ((bits *)words)->b +
           *(const short *)(dynamic + 2); // 3 + 3 + 4 + 3 + 770
}

static int result(int *dev)
{
    int got = -1;
    return cudaMemcpy(&got, dev, sizeof got, cudaMemcpyDeviceToHost) == cudaSuccess ? got : -1;
}

int main(void)
{
    int *dev;
    if (cudaMalloc(&dev, 64 * sizeof *dev) != cudaSuccess)
        return 1;
    members<<<1, 1>>>(dev);
    bool right = result(dev) == 11;
    copies<<<1, 1>>>(dev);
    right &= result(dev) == 5;
    rooms<double><<<1, 64>>>(dev);
    right &= result(dev) == 3;
    rooms<int><<<1, 64>>>(dev);
    right &= result(dev) == 3;
    casts<<<1, 1, 96>>>(dev);
    right &= result(dev) == 783;
    return cudaFree(dev) != cudaSuccess || !right;
}
