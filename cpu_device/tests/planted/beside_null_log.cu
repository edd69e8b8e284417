// SPDX-License-Identifier: MIT
// beside_null_log.cu: the first thread logs to an array that was never allocated; the others smooth a curve in place.
// CPU exits 1
// CPU finds illegal-address
// CPU says thread (0,0,0), at beside_null_log.cu:{log}
// CPU finds race-global: writes {smooth}, reads {smooth}
// memcheck exits 3
// memcheck prints Invalid __global__ write of size 8 bytes
// memcheck prints in beside_null_log.cu:{log}
#include <stdio.h>

const int n = 60;

__global__ void smooth(const float *from, float *to, long long *log)
{
    int i = threadIdx.x;
#ifdef FIXED
    if (log != NULL)
#endif
        if (i == 0)
            log[0] = clock64(); // {log}
    if (i > 0 && i < n - 1)
        to[i] = (from[i - 1] + from[i + 1]) / 2; // {smooth}
}

int main()
{
    float *dev_curve, *dev_result, curve[n];
    for (int i = 0; i < n; i++)
        curve[i] = (float)(i % 4);
    if (cudaMalloc(&dev_curve, sizeof curve) != cudaSuccess || cudaMalloc(&dev_result, sizeof curve) != cudaSuccess ||
        cudaMemcpy(dev_curve, curve, sizeof curve, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMemset(dev_result, 0, sizeof curve) != cudaSuccess)
        return 1;
#ifndef FIXED
    smooth<<<1, n>>>(dev_curve, dev_curve, NULL);
    cudaError_t error = cudaMemcpy(curve, dev_curve, sizeof curve, cudaMemcpyDeviceToHost);
#else
    smooth<<<1, n>>>(dev_curve, dev_result, NULL);
    cudaError_t error = cudaMemcpy(curve, dev_result, sizeof curve, cudaMemcpyDeviceToHost);
#endif
    cudaFree(dev_curve);
    cudaFree(dev_result);
    printf("%s, %g\n", cudaGetErrorString(error), curve[1]);
#ifdef FIXED
    for (int i = 1; i < n - 1; i++)
        if (curve[i] != (i % 2 ? 1 : 2) && curve[i] != (i % 4 == 0 ? 2 : 1))
            return 1;
#endif
    return error != cudaSuccess;
}
