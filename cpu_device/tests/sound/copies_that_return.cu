// SPDX-License-Identifier: MIT
// copies_that_return.cu: calls that return while a kernel of their stream runs: copies within device memory, and a copy
// from pageable memory that is asynchronous by its name, whose source may change then. The kernel waits for the host,
// so each of these calls would wait for ever otherwise. And cudaStreamSynchronize(0) waits for the other streams.
#include <stdio.h>
#include <string.h>

const int count = 1000;
const size_t size = count * sizeof(int);

__global__ void fill(int *values, int first, const volatile int *go)
{
    while (*go == 0)
        ;
    for (int i = 0; i < count; i++)
        values[i] = first + i;
}

static int host[count], back[count];

static int wrong_after(int *dev, int first)
{
    int wrong = cudaMemcpy(back, dev, size, cudaMemcpyDeviceToHost) != cudaSuccess;
    for (int i = 0; i < count; i++)
        wrong += back[i] != first + i;
    return wrong;
}

int main()
{
    int *a, *b, *seen, wrong = 0;
    volatile int *go;
    cudaStream_t stream;
    if (cudaMalloc(&a, size) || cudaMalloc(&b, size) || cudaMallocHost(&go, sizeof *go) ||
        cudaMallocHost(&seen, size) || cudaStreamCreate(&stream))
        return 1;

    for (int way = 0; way < 4; way++) {
        *go = 0;
        fill<<<1, 1>>>(a, way, go);
        switch (way) {
        case 0: wrong += cudaMemcpy(b, a, size, cudaMemcpyDeviceToDevice) != cudaSuccess; break;
        case 1: wrong += cudaMemcpy(b, a, size, cudaMemcpyDefault) != cudaSuccess; break;
        case 2:
            wrong += cudaMemcpy2D(b, 4, a, 4, 4, count, cudaMemcpyDeviceToDevice) != cudaSuccess;
            wrong += cudaMemcpy(b, host, 0, cudaMemcpyHostToDevice) != cudaSuccess;
            break;
        case 3:
            for (int i = 0; i < count; i++)
                host[i] = way + i;
            wrong += cudaMemcpyAsync(b, host, size, cudaMemcpyHostToDevice, 0) != cudaSuccess;
            memset(host, 0, sizeof host);
        }
        *go = 1;
        wrong += wrong_after(b, way);
    }

    *go = 1;
    fill<<<1, 1, 0, stream>>>(seen, 9, go);
    wrong += cudaStreamSynchronize(0) != cudaSuccess;
    for (int i = 0; i < count; i++)
        wrong += seen[i] != 9 + i;

    printf("%d wrong\n", wrong);
    cudaFree(a);
    cudaFree(b);
    cudaFreeHost((void *)go);
    cudaFreeHost(seen);
    cudaStreamDestroy(stream);
    return wrong != 0;
}
