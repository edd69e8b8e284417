// SPDX-License-Identifier: MIT
// global_fence_as_barrier.cu: a __threadfence() stands where threads ought to wait; it waits for nobody.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

const int side = 8;

__global__ void rotate(const uchar4 *in, uchar4 *turned, uchar4 *out)
{
    int x = threadIdx.x, y = threadIdx.y;
    turned[y * side + x] = in[x * side + (side - 1 - y)]; // {write}
#ifndef FIXED
    __threadfence();
#else
    __syncthreads();
#endif
    out[y * side + x] = turned[x * side + (side - 1 - y)]; // {read}
}

int main()
{
    uchar4 *dev_in, *dev_turned, *dev_out, in[side * side], out[side * side] = {};
    for (int i = 0; i < side * side; i++)
        in[i] = make_uchar4((unsigned char)i, (unsigned char)(2 * i), (unsigned char)(3 * i), 255);
    if (cudaMalloc(&dev_in, sizeof in) != cudaSuccess || cudaMalloc(&dev_turned, sizeof in) != cudaSuccess ||
        cudaMalloc(&dev_out, sizeof in) != cudaSuccess ||
        cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMemset(dev_turned, 0, sizeof in) != cudaSuccess)
        return 1;
    rotate<<<1, dim3(side, side)>>>(dev_in, dev_turned, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_in);
    cudaFree(dev_turned);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0].x);
#ifdef FIXED
    for (int i = 0; i < side * side; i++)
        if (out[i].x != in[side * side - 1 - i].x || out[i].z != in[side * side - 1 - i].z)
            return 1;
#endif
    return error != cudaSuccess;
}
