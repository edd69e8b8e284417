// SPDX-License-Identifier: MIT
// curand_shared_state.cu: all threads of a block draw from one state.
// CPU exits 3
// CPU finds race-global: at {draw}
// CPU says kernel draw, block (0,0,0), all[0].v[0] (48 bytes from cudaMalloc
// all exits 0
#include <curand_kernel.h>
#include <stdio.h>

const int n = 64;
#ifdef FIXED
const int states = n;
#else
const int states = 1;
#endif

__global__ void set_up(curandState *all)
{
    curand_init(1234, threadIdx.x, 0, &all[threadIdx.x]);
}

__global__ void draw(curandState *all, unsigned *out)
{
    out[threadIdx.x] = curand(&all[threadIdx.x % states]); // {draw}
}

int main()
{
    curandState *all;
    unsigned *dev_out, out[n];
    if (cudaMalloc(&all, states * sizeof *all) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    set_up<<<1, states>>>(all);
    draw<<<1, n>>>(all, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("%s, %u\n", cudaGetErrorString(error), out[0] != 0);
    cudaFree(all);
    cudaFree(dev_out);
    return error != cudaSuccess;
}
