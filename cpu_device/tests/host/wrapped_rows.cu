// SPDX-License-Identifier: MIT
// wrapped_rows.cu: rows that reach around the end of all addresses are refused. (Some of these calls crash on an H100.)
// CPU exits 0
#include <stdio.h>

static int failures;

static void refused(int line, cudaError_t error)
{
    if (error != cudaErrorInvalidValue) {
        fprintf(stderr, "line %d: %s\n", line, cudaGetErrorName(error));
        failures++;
    }
}

#define REFUSED(call) refused(__LINE__, call)

int main()
{
    char *dev, host[1024];
    if (cudaMalloc(&dev, sizeof host) != cudaSuccess)
        return 1;
    size_t quarter = (size_t)1 << 62, many = ((size_t)1 << 60) + 1;
    REFUSED(cudaMemset2D(dev, quarter, 0, 4, 5));
    REFUSED(cudaMemset2D(dev, 2 * quarter, 0, 4, 3));
    REFUSED(cudaMemset2D(dev, 16, 0, 4, many));
    REFUSED(cudaMemset2DAsync(dev, quarter, 0, 4, 5, 0));
    REFUSED(cudaMemcpy2D(dev, quarter, host, quarter, 4, 5, cudaMemcpyHostToDevice));
    REFUSED(cudaMemcpy2D(dev, 16, host, 16, 4, many, cudaMemcpyHostToDevice));
    REFUSED(cudaMemcpy2D(host, 16, dev, 16, 4, many, cudaMemcpyDeviceToHost));
    REFUSED(cudaMemcpy2D(dev, 16, host, quarter, 4, 5, cudaMemcpyHostToDevice));
    REFUSED(cudaMemcpy(host, dev, (size_t)-1, cudaMemcpyDeviceToHost));
    REFUSED(cudaMemset(dev + 4, 0, (size_t)-1));
    return cudaFree(dev) != cudaSuccess || failures > 0;
}
