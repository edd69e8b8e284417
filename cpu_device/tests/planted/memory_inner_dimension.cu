// SPDX-License-Identifier: MIT
// memory_inner_dimension.cu: an index past the end of a row, where in memory the next row begins.
// CPU exits 1
// CPU finds index-out-of-bounds: at {read}
// CPU says kernel differences, block (0,0,0)
// CPU says index 16 of an array float [16]
// memcheck exits 3
// memcheck prints Invalid __shared__ read of size 4 bytes
// memcheck prints in memory_inner_dimension.cu:{read}
#include <stdio.h>

const int side = 16;

__global__ void differences(float *out)
{
    __shared__ float tile[side][side];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = 100 * y + x * x;
    __syncthreads();
#ifndef FIXED
    int right = x + 1;
#else
    int right = x + 1 < side ? x + 1 : x;
#endif
    out[y * side + x] = tile[y][right] - tile[y][x]; // {read}
}

int main()
{
    float *dev_out, out[side][side] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    differences<<<1, dim3(side, side)>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %g\n", cudaGetErrorString(error), out[0][side - 1]);
#ifdef FIXED
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++)
            if (out[y][x] != (x + 1 < side ? 2 * x + 1 : 0))
                return 1;
#endif
    return error != cudaSuccess;
}
