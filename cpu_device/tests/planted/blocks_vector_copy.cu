// SPDX-License-Identifier: MIT
// blocks_vector_copy.cu: each block copies its float4 to one place in global memory, and the values differ.
// CPU exits 3
// CPU finds race-between-blocks: writes {copy}, writes {copy}
// CPU says kernel last
// all exits 0
#include <stdio.h>

const int blocks = 8;

__global__ void last(const float4 *in, float4 *out)
{
#ifdef FIXED
    if (blockIdx.x == blocks - 1)
#endif
        out[0] = in[blockIdx.x]; // {copy}
}

int main()
{
    float4 in[blocks], out, *dev_in, *dev_out;
    for (int i = 0; i < blocks; i++)
        in[i] = make_float4(1.0f + i, 2.0f + i, 3.0f + i, 4.0f + i);
    if (cudaMalloc(&dev_in, sizeof in) || cudaMalloc(&dev_out, sizeof out) || cudaMemset(dev_out, 0, sizeof out) ||
        cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice))
        return 1;
    last<<<blocks, 1>>>(dev_in, dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_in);
    cudaFree(dev_out);
    printf("%s, %g\n", cudaGetErrorString(error), out.x);
#ifdef FIXED
    if (out.x != blocks || out.w != 3 + blocks)
        return 1;
#endif
    return error != cudaSuccess;
}
