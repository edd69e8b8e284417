// SPDX-License-Identifier: MIT
// shuffle_from_branch.cu: lanes below a border multiply their right neighbor's value, and the last of them reads a lane
// in the other branch.
// CPU exits 1
// CPU finds undefined-shuffle
// CPU says kernel products, block (0,0,0), thread (11,0,0), at shuffle_from_branch.cu:{read}
// CPU says reads from lane 12 of its warp, which does not call this shuffle with it.
// all exits 1
#include <stdio.h>

const int border = 12;

__global__ void products(int *out)
{
    int lane = threadIdx.x, value = lane + 1;
#ifdef FIXED
    int right = __shfl_down_sync(0xffffffff, value, 1);
    if (lane < border)
        out[lane] = value * right;
#else
    if (lane < border)
        out[lane] = value * __shfl_down_sync((1u << border) - 1, value, 1); // {read}
#endif
    else
        out[lane] = value;
}

int main()
{
    int *out, host[32] = {};
    if (cudaMalloc(&out, sizeof host) != cudaSuccess)
        return 1;
    products<<<1, 32>>>(out);
    cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(out);
    for (int i = 0; i < 32; i++)
        if (host[i] != (i + 1) * (i < border ? i + 2 : 1)) {
            printf("%s, element %d: %d\n", cudaGetErrorString(error), i, host[i]);
            return 1;
        }
    printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
