// SPDX-License-Identifier: MIT
// global_float4_of_floats.cu: threads store a float each, and some load four as a vector before all is stored.
// CPU exits 3
// CPU finds race-global: writes {floats}, reads {vector}
// all exits 0
#include <stdio.h>

const int threads = 64;

__global__ void lengths(float *parts, float *out)
{
    int t = threadIdx.x;
    parts[t] = 0.5f * t; // {floats}
#ifdef FIXED
    __syncthreads();
#endif
    if (t < threads / 4) {
        float4 v = reinterpret_cast<float4 *>(parts)[t]; // {vector}
        out[t] = v.x + v.y + v.z + v.w;
    }
}

int main()
{
    float *dev_parts, *dev_out, out[threads / 4] = {};
    if (cudaMalloc(&dev_parts, threads * sizeof(float)) != cudaSuccess ||
        cudaMemset(dev_parts, 0, threads * sizeof(float)) != cudaSuccess ||
        cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    lengths<<<1, threads>>>(dev_parts, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_parts);
    cudaFree(dev_out);
    printf("%s, %g\n", cudaGetErrorString(error), out[1]);
#ifdef FIXED
    for (int t = 0; t < threads / 4; t++)
        if (out[t] != 8 * t + 3)
            return 1;
#endif
    return error != cudaSuccess;
}
