// SPDX-License-Identifier: MIT
// race_stores_of_branches.cu: a thread of each warp notes the sign of its value, all in one shared variable. The two stores
// are in two branches, of which a compiler may make one.
// CPU exits 3
// CPU finds race-shared: writes {below}, writes {above}
// CPU says kernel look, block (0,0,0), found
// all exits 0
#include <stdio.h>

const int threads = 64;

__global__ void look(const float *x, int *out)
{
    __shared__ int found;
    int t = threadIdx.x;
    if (t == 0)
        found = 0;
    __syncthreads();
    if (t % 32 == 0) {
#ifdef MENDED
        atomicOr(&found, x[t] < 0 ? 1 : 2);
#else
        if (x[t] < 0)
            found = 1; // {below}
        else
            found = 2; // {above}
#endif
    }
    __syncthreads();
    if (t == 0)
        *out = found;
}

int main()
{
    float x[threads], *dev_x;
    int out = 0, *dev_out;
    for (int i = 0; i < threads; i++)
        x[i] = i < 32 ? -0.5f : 0.5f;
    if (cudaMalloc(&dev_x, sizeof x) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    cudaMemcpy(dev_x, x, sizeof x, cudaMemcpyHostToDevice);
    look<<<1, threads>>>(dev_x, dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_x);
    cudaFree(dev_out);
    printf("%s, %s\n", cudaGetErrorString(error), out != 0 ? "found" : "none");
#ifdef MENDED
    if (out != 3)
        return 1;
#endif
    return error != cudaSuccess;
}
