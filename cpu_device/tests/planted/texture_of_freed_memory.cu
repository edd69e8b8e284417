// SPDX-License-Identifier: MIT
// texture_of_freed_memory.cu: a table is grown, but the texture still reads the old memory.
// CPU exits 1
// CPU finds illegal-address: at {read}
// CPU says in 256 bytes from cudaMalloc at texture_of_freed_memory.cu:{small}, freed
// CPU says at texture_of_freed_memory.cu:{free}
// all exits 0
#include "../textures.h"

const int small_size = 64, large_size = 256;

__global__ void look_up(cudaTextureObject_t table, int *out)
{
    out[threadIdx.x] = tex1Dfetch<int>(table, threadIdx.x); // {read}
}

static cudaTextureObject_t texture_of_table(int *table, size_t size)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = table;
    resource.res.linear.desc = cudaCreateChannelDesc<int>();
    resource.res.linear.sizeInBytes = size;
    return texture_of(resource, reading(cudaAddressModeClamp, cudaFilterModePoint));
}

int main()
{
    int squares[large_size], *dev_table, *dev_larger, *dev_out;
    for (int i = 0; i < large_size; i++)
        squares[i] = i * i;
    if (cudaMalloc(&dev_table, small_size * sizeof(int)) || // {small}
        cudaMalloc(&dev_larger, sizeof squares) || cudaMalloc(&dev_out, small_size * sizeof(int)) ||
        cudaMemcpy(dev_table, squares, small_size * sizeof(int), cudaMemcpyHostToDevice) ||
        cudaMemcpy(dev_larger, squares, sizeof squares, cudaMemcpyHostToDevice))
        return 1;
    cudaTextureObject_t table = texture_of_table(dev_table, small_size * sizeof(int));
    cudaFree(dev_table); // {free}
#ifdef FIXED
    cudaDestroyTextureObject(table);
    table = texture_of_table(dev_larger, sizeof squares);
#endif
    look_up<<<1, small_size>>>(table, dev_out);
    cudaError_t error = cudaMemcpy(squares, dev_out, small_size * sizeof(int), cudaMemcpyDeviceToHost);
    cudaDestroyTextureObject(table);
    cudaFree(dev_larger);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), squares[7]);
    return error != cudaSuccess;
}
