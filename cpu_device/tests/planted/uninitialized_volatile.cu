// SPDX-License-Identifier: MIT
// uninitialized_volatile.cu: the sum of two warps relies on volatile alone, so the first warp reads what the second has
// not stored yet.
// CPU exits 3
// CPU finds uninitialized-shared: reads {add}
// CPU says reads s[
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <stdio.h>

__global__ void sum(const float *x, float *total)
{
    __shared__ volatile float s[64];
    int t = threadIdx.x;
    s[t] = x[t];
#ifdef FIXED
    __syncthreads();
#endif
    for (int i = 32; i > 0; i /= 2) {
        if (t < i)
            s[t] = s[t] + s[t + i]; // {add}
        __syncwarp();
    }
    if (t == 0)
        *total = s[0];
}

int main()
{
    float x[64], total = 0, *dev_x, *dev_total;
    for (int i = 0; i < 64; i++)
        x[i] = 1;
    if (cudaMalloc(&dev_x, sizeof x) != cudaSuccess || cudaMalloc(&dev_total, sizeof total) != cudaSuccess ||
        cudaMemcpy(dev_x, x, sizeof x, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    sum<<<1, 64>>>(dev_x, dev_total);
    cudaError_t error = cudaMemcpy(&total, dev_total, sizeof total, cudaMemcpyDeviceToHost);
    cudaFree(dev_x);
    cudaFree(dev_total);
    printf("%s, %g\n", cudaGetErrorString(error), total);
#ifdef FIXED
    if (total != 64)
        return 1;
#endif
    return error != cudaSuccess;
}
