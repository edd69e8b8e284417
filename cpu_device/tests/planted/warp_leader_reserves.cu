// SPDX-License-Identifier: MIT
// warp_leader_reserves.cu: lane 0 reserves room and leaves the place in memory, where others look at once.
// CPU exits 3
// CPU reports 2
// CPU finds race-global: writes {reserve}, reads {look}
// CPU says variable places
// all exits 0
#include <stdio.h>

const int warps = 3;

__device__ unsigned used, places[warps];

__global__ void copy(const char *in, char *out)
{
    unsigned lane = threadIdx.x, warp = threadIdx.y;
    if (lane == 0)
        places[warp] = atomicAdd(&used, 32u) + 16; // {reserve}
#ifdef FIXED
    __syncwarp();
#endif
    out[places[warp] + lane] = in[warp * 32 + lane]; // {look}
}

int main()
{
    const int n = 32 * warps;
    char *dev_in, *dev_out, in[n], out[16 + n] = {};
    for (int i = 0; i < n; i++)
        in[i] = (char)(i + 1);
    if (cudaMalloc(&dev_in, sizeof in) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMemset(dev_out, 0, sizeof out) != cudaSuccess)
        return 1;
    copy<<<1, dim3(32, warps)>>>(dev_in, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_in);
    cudaFree(dev_out);
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += out[16 + i];
    printf("%s, %d\n", cudaGetErrorString(error), sum);
#ifdef FIXED
    if (sum != n * (n + 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
