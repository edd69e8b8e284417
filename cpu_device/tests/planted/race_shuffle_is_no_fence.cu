// SPDX-License-Identifier: MIT
// race_shuffle_is_no_fence.cu: a shuffle brings the lanes a value, but does not order what they do to memory.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel scale, block (0,0,0), offset
// all exits 0
#include <stdio.h>

__global__ void scale(int *out)
{
    __shared__ int offset;
    int lane = threadIdx.x, factor = 0;
    if (lane == 0) {
        factor = 3;
        offset = 1000; // {write}
    }
    factor = __shfl_sync(0xffffffff, factor, 0);
#ifdef FIXED
    __syncwarp();
#endif
    out[lane] = lane * factor + offset; // {read}
}

int main()
{
    int *dev_out, out[32] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    scale<<<1, 32>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[31]);
#ifdef FIXED
    for (int i = 0; i < 32; i++)
        if (out[i] != 3 * i + 1000)
            return 1;
#endif
    return error != cudaSuccess;
}
