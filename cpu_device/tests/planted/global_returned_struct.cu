// SPDX-License-Identifier: MIT
// global_returned_struct.cu: all threads store the struct that a function returns to one element; each was to have its
// own.
// Needs g++'s plugins.
// CPU exits 3
// CPU finds race-global: writes {store}, writes {store}
// all exits 0
#include <stdio.h>

const int threads = 64;

__device__ __noinline__ float3 corner(int i)
{
    if (i % 7 == 0)
        return make_float3(0, 0, 0);
    return make_float3((float)i, 1, (float)(i * 2));
}

__global__ void corners(float3 *out)
{
#ifdef FIXED
    out[threadIdx.x] = corner(threadIdx.x);
#else
    out[0] = corner(threadIdx.x); // {store}
#endif
}

int main()
{
    float3 *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess || cudaMemset(dev_out, 0, sizeof out) != cudaSuccess)
        return 1;
    corners<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %g\n", cudaGetErrorString(error), out[0].x);
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (out[i].z != (i % 7 == 0 ? 0 : 2 * i))
            return 1;
#endif
    return error != cudaSuccess;
}
