// SPDX-License-Identifier: MIT
// dynamic_shared_address.cu: the address of a dynamic shared array, which is that of its first element.
#include <stdio.h>

extern __shared__ int outside[];

__device__ int *first(int (*array)[])
{
    return *array;
}

__global__ void by_cast(int *out)
{
    extern __shared__ int words[];
    int *p = (int *)&words, *q = (int *)(&words), mask = 31;
    p[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = q[31 - threadIdx.x] & mask;
    if (threadIdx.x == 0)
        out[32] = &words[0] == p && first(&words) == p && &words[3] - p == 3;
}

__global__ void of_rows(int *out)
{
    extern __shared__ int rows[][8];
    int *p = (int *)&rows;
    rows[threadIdx.x / 8][threadIdx.x % 8] = 2 * threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = p[31 - threadIdx.x];
    if (threadIdx.x == 0)
        out[32] = &rows[1][0] - p;
}

__global__ void from_outside(int *out)
{
    int *p = (int *)&outside;
    outside[threadIdx.x] = 3 * threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = p[31 - threadIdx.x];
    if (threadIdx.x == 0)
        out[32] = first(&outside) == p;
}

static void show(void (*kernel)(int *), const char *name)
{
    int *dev_out, out[33];
    cudaMalloc(&dev_out, sizeof out);
    kernel<<<1, 32, 32 * sizeof(int)>>>(dev_out);
    cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("%s: %d %d %d, %d, %s\n", name, out[0], out[1], out[31], out[32], cudaGetErrorString(cudaGetLastError()));
    cudaFree(dev_out);
}

int main()
{
    show(by_cast, "by a cast");
    show(of_rows, "of rows");
    show(from_outside, "from outside");
    return 0;
}
