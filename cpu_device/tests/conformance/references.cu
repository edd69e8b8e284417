// SPDX-License-Identifier: MIT
// references.cu: kernels whose parameters are references, to managed memory: they have the object itself, and no copy.
#include <stdio.h>

struct element {
    int key, value;
};

__global__ void increment(element &e)
{
    e.value++;
}

__global__ void copy_value(const element &e, int *out)
{
    *out = e.value;
}

template <class... T> __global__ void add_to_all(int n, T &...each)
{
    ((each += n), ...);
}

__global__ void add_ranks(int (&row)[4])
{
    row[threadIdx.x] += threadIdx.x;
}

int main()
{
    element *e;
    int *out, (*row)[4];
    cudaMallocManaged(&e, sizeof *e);
    cudaMallocManaged(&out, sizeof *out);
    cudaMallocManaged(&row, sizeof *row);
    e->key = 7;
    e->value = 1;
    for (int i = 0; i < 4; i++)
        (*row)[i] = 10 * i;
    increment<<<1, 1>>>(*e);
    copy_value<<<1, 1>>>(*e, out);
    add_to_all<<<1, 1>>>(100, *out, e->key);
    add_ranks<<<1, 4>>>(*row);
    cudaError_t status = cudaDeviceSynchronize();
    printf("%s: %d %d, %d, %d %d %d %d\n", cudaGetErrorName(status), e->key, e->value, *out, (*row)[0], (*row)[1],
           (*row)[2], (*row)[3]);
    cudaFree(e);
    cudaFree(out);
    cudaFree(row);
    return 0;
}
