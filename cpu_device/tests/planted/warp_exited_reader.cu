// SPDX-License-Identifier: MIT
// warp_exited_reader.cu: half of a warp reads a counter in global memory and returns; the other half meets at a
// __syncwarp(), which waits for no lane that has returned, and then changes the counter.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// CPU says kernel serve, block (0,0,0)
// CPU reports 1
// all exits 0
#include <stdio.h>

__global__ void serve(int *counter, int *out)
{
    int lane = threadIdx.x;
    out[lane] = *counter; // {read}
#ifdef FIXED
    __syncwarp();
#endif
    if (lane >= 16)
        return;
    __syncwarp();
    if (lane == 0)
        *counter = 8; // {write}
    __syncwarp();
    out[lane] += *counter;
}

int main()
{
    int *counter, *dev_out, out[32] = {};
    if (cudaMalloc(&counter, sizeof(int)) || cudaMemset(counter, 0, sizeof(int)) || cudaMalloc(&dev_out, sizeof out))
        return 1;
    serve<<<1, 32>>>(counter, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(counter);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    for (int i = 0; i < 32; i++)
        if (out[i] != (i < 16 ? 8 : 0))
            return 1;
#endif
    return error != cudaSuccess;
}
