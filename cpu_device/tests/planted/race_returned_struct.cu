// SPDX-License-Identifier: MIT
// race_returned_struct.cu: each thread keeps the struct that a function returns in shared memory, and reads that of
// another thread without a barrier.
// Needs g++'s plugins.
// CPU exits 3
// CPU finds race-shared: writes {store}, reads {read}
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <stdio.h>

const int threads = 64;

__device__ __noinline__ float4 corner(int i)
{
    if (i % 7 == 0)
        return make_float4(0, 0, 0, 0);
    return make_float4((float)i, 1, (float)(i * 2), 3);
}

__global__ void reverse(float4 *out)
{
    __shared__ float4 part[threads];
    part[threadIdx.x] = corner(threadIdx.x); // {store}
#ifdef FIXED
    __syncthreads();
#endif
    out[threadIdx.x] = part[threads - 1 - threadIdx.x]; // {read}
}

int main()
{
    float4 *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    reverse<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %g\n", cudaGetErrorString(error), out[1].x);
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (out[threads - 1 - i].z != (i % 7 == 0 ? 0 : 2 * i))
            return 1;
#endif
    return error != cudaSuccess;
}
