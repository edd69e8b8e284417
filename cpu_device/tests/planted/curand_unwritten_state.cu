// SPDX-License-Identifier: MIT
// curand_unwritten_state.cu: the kernel that draws finds states that no curand_init() has set up.
// CPU exits 3
// CPU finds uninitialized-global
// CPU says kernel draw, block (0,0,0), thread (0,0,0) reads at curand_unwritten_state.cu:{draw}
// CPU says bytes from cudaMalloc
// initcheck exits 3
// initcheck prints Uninitialized __global__ memory read of size 8 bytes
#include <curand_kernel.h>
#include <stdio.h>

const int n = 64;

// Each thread has a state.
__global__ void set_up(curandState *states)
{
    curand_init(1234, threadIdx.x, 0, &states[threadIdx.x]);
}

__global__ void draw(curandState *states, float *out)
{
    out[threadIdx.x] = curand_uniform(&states[threadIdx.x]); // {draw}
}

int main()
{
    curandState *states;
    float *dev_out, out[n];
    if (cudaMalloc(&states, n * sizeof *states) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
#ifdef FIXED
    set_up<<<1, n>>>(states);
#endif
    draw<<<1, n>>>(states, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("%s, %s\n", cudaGetErrorString(error), out[0] == out[1] ? "twice the same" : "different");
    cudaFree(states);
    cudaFree(dev_out);
    return error != cudaSuccess;
}
