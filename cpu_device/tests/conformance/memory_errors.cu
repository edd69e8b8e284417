// SPDX-License-Identifier: MIT
// memory_errors.cu: what allocations, frees, copies and fills answer to arguments that are wrong, or nearly so.
// Errors on purpose.

#include <stdio.h>

#include "../handle_error.h"

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

int main(void)
{
    char host[4096] = "here", *dev, *other, *none = host;
    size_t pitch;

    HANDLE_ERROR(cudaFree(0)); // where there is no device the program ends here
    printf("allocations\n");
    SHOW(cudaMalloc((void **)&dev, 1024));
    SHOW(cudaMalloc((void **)&other, 1024));
    SHOW(cudaMalloc((void **)&none, 0));
    printf("the pointer is %s\n", none ? "not NULL" : "NULL");
    SHOW(cudaMalloc((void **)&none, (size_t)1 << 50));
    SHOW(cudaMalloc((void **)&none, (size_t)-1));
    SHOW(cudaMalloc((void **)NULL, 4));
    SHOW(cudaMallocHost((void **)NULL, 4));
    SHOW(cudaMallocPitch((void **)&none, &pitch, (size_t)1 << 40, 1024));

    printf("frees\n");
    SHOW(cudaFree(NULL));
    SHOW(cudaFree(dev + 256));
    SHOW(cudaFree(host));
    SHOW(cudaFree(other));
    SHOW(cudaFree(other));
    SHOW(cudaFreeHost(dev));

    printf("copies\n");
    SHOW(cudaMemcpy(dev, host, 1024, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(dev, host, 1025, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(dev, host, 4096, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(dev + 1000, host, 25, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(host, dev, 1025, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy(host, dev + 1, 1024, cudaMemcpyDefault));
    SHOW(cudaMemcpy(NULL, host, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(host, NULL, 4, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy(dev, NULL, 4, cudaMemcpyDeviceToDevice));
    SHOW(cudaMemcpy(NULL, NULL, 4, cudaMemcpyDefault));
    SHOW(cudaMemcpy(NULL, host, 0, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(NULL, NULL, 0, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy(dev, host, 4, (cudaMemcpyKind)5));
    SHOW(cudaMemcpy(dev, host, 0, (cudaMemcpyKind)5));
    SHOW(cudaMemcpyAsync(dev, host, 1025, cudaMemcpyHostToDevice, 0));
    SHOW(cudaMemcpyAsync(NULL, host, 4, cudaMemcpyHostToDevice, 0));

    printf("copies of rows\n");
    SHOW(cudaMemcpy2D(dev, 32, host, 32, 32, 32, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(dev, 32, host, 32, 33, 2, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(dev, 64, host, 32, 33, 2, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(dev, 32, host, 64, 33, 1, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(dev, 32, host, 32, 32, 33, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(NULL, 32, host, 32, 32, 2, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(NULL, 32, host, 32, 0, 2, cudaMemcpyHostToDevice));

    printf("fills\n");
    SHOW(cudaMemset(dev, 0, 1024));
    SHOW(cudaMemset(dev, 0, 1025));
    SHOW(cudaMemset(dev + 1020, 0, 8));
    SHOW(cudaMemset(NULL, 0, 4));
    SHOW(cudaMemset(NULL, 0, 0));
    SHOW(cudaMemset2D(dev, 32, 0, 33, 2));
    SHOW(cudaMemset2D(dev, 32, 0, 32, 33));
    SHOW(cudaMemset2D(NULL, 32, 0, 32, 2));

    printf("freed memory\n");
    SHOW(cudaFree(dev));
    SHOW(cudaMemset(dev, 0, 4));
    SHOW(cudaMemcpy(dev, host, 4, cudaMemcpyHostToDevice));

    printf("devices\n");
    SHOW(cudaSetDevice(-1));
    SHOW(cudaSetDevice(1000));
    cudaDeviceProp properties;
    int value;
    SHOW(cudaGetDeviceProperties(&properties, 1000));
    SHOW(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, -1));
    SHOW(cudaDeviceGetAttribute(&value, (cudaDeviceAttr)0, 0));
    printf("nothing stays behind but the last error\n");
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaGetLastError());
    SHOW(cudaGetLastError());
    return 0;
}
