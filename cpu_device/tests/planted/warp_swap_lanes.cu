// SPDX-License-Identifier: MIT
// warp_swap_lanes.cu: the lanes of a warp exchange values through global memory, as if they ran in step.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

__global__ void swap_lanes(double *scratch, double *out)
{
    int lane = threadIdx.x;
    scratch[lane] = lane / 8.0; // {write}
#ifdef FIXED
    __syncwarp();
#endif
    out[lane] = scratch[lane ^ 1]; // {read}
}

int main()
{
    double *dev_scratch, *dev_out, out[32] = {};
    if (cudaMalloc(&dev_scratch, sizeof out) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMemset(dev_scratch, 0, sizeof out) != cudaSuccess)
        return 1;
    swap_lanes<<<1, 32>>>(dev_scratch, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_scratch);
    cudaFree(dev_out);
    printf("%s, %g\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    for (int i = 0; i < 32; i++)
        if (out[i] != (i ^ 1) / 8.0)
            return 1;
#endif
    return error != cudaSuccess;
}
