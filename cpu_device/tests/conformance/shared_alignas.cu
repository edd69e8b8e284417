// SPDX-License-Identifier: MIT
// shared_alignas.cu: alignas(...) of a shared variable, before and after the word __shared__, with a number and a type.
#include <cstdio>

#include <cuda_runtime.h>

struct alignas(32) wide {
    float value;
};

template <class T> __device__ unsigned misplaced(const T *address, unsigned alignment)
{
    return (unsigned)(reinterpret_cast<size_t>(address) % alignment);
}

__global__ void place(unsigned *misplacements, float *sum)
{
    __shared__ char odd[3];
    __shared__ alignas(128) float by_number[5];
    __shared__ alignas(double) char by_type[9];
    __shared__ alignas(wide) float by_struct[1], second[3];
    alignas(64) __shared__ float in_front[3];
    alignas(double) alignas(16) __shared__ char twice[5];
    alignas(double) extern __shared__ char dynamic[];
    if (threadIdx.x < 3) {
        odd[threadIdx.x] = 1;
        by_number[threadIdx.x] = second[threadIdx.x] = in_front[threadIdx.x] = (float)threadIdx.x;
        by_type[threadIdx.x] = twice[threadIdx.x] = dynamic[threadIdx.x] = 1;
    }
    if (threadIdx.x == 0)
        by_struct[0] = 4;
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    misplacements[0] = misplaced(by_number, 128);
    misplacements[1] = misplaced(by_type, alignof(double));
    misplacements[2] = misplaced(by_struct, alignof(wide));
    misplacements[3] = misplaced(second, alignof(wide));
    misplacements[4] = misplaced(in_front, 64);
    misplacements[5] = misplaced(twice, 16);
    misplacements[6] = misplaced(dynamic, alignof(double));
    *sum = 0;
    for (int i = 0; i < 3; ++i)
        *sum += odd[i] + by_number[i] + by_type[i] + second[i] + in_front[i] + twice[i] + dynamic[i] + by_struct[0];
}

int main()
{
    unsigned *misplacements;
    float *sum;
    const int count = 7;
    if (cudaMallocManaged(&misplacements, count * sizeof *misplacements) != cudaSuccess ||
        cudaMallocManaged(&sum, sizeof *sum) != cudaSuccess)
        return 2;
    place<<<1, 32, 16>>>(misplacements, sum);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    for (int i = 0; i < count; ++i)
        printf("%u ", misplacements[i]);
    printf("\nsum %g\n", (double)*sum);
    cudaFree(misplacements);
    cudaFree(sum);
}
