// SPDX-License-Identifier: MIT
// global_mean_for_all.cu: one thread works out the mean for all, and the others subtract it without waiting.
// CPU exits 3
// CPU finds race-global: writes {mean}, reads {use}
// CPU says variable mean
// all exits 0
#include <stdio.h>

const int n = 40;

__device__ float mean;

__global__ void center(const float *in, float *out)
{
    int i = threadIdx.x;
    if (i == n - 1) {
        float sum = 0;
        for (int j = 0; j < n; j++)
            sum += in[j];
        mean = sum / n; // {mean}
    }
#ifdef FIXED
    __syncthreads();
#endif
    out[i] = in[i] - mean; // {use}
}

int main()
{
    float *dev_in, *dev_out, a[n];
    for (int i = 0; i < n; i++)
        a[i] = i % 2 ? 12 : 4;
    if (cudaMalloc(&dev_in, sizeof a) != cudaSuccess || cudaMalloc(&dev_out, sizeof a) != cudaSuccess ||
        cudaMemcpy(dev_in, a, sizeof a, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    center<<<1, n>>>(dev_in, dev_out);
    cudaError_t error = cudaMemcpy(a, dev_out, sizeof a, cudaMemcpyDeviceToHost);
    cudaFree(dev_in);
    cudaFree(dev_out);
    printf("%s, %g %g\n", cudaGetErrorString(error), a[0], a[1]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (a[i] != (i % 2 ? 4 : -4))
            return 1;
#endif
    return error != cudaSuccess;
}
