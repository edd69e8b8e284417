// SPDX-License-Identifier: MIT
// launch_more_than_bounds.cu: a launch of more threads than the kernel's __launch_bounds__ says.
// CPU exits 3
// CPU finds unchecked-launch
// CPU says 256 threads a block, of at most 128, which the kernel's __launch_bounds__ says
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
#include <stdio.h>

const int n = 256;

__global__ void __launch_bounds__(128) fill(int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = 7;
}

int main()
{
    int *dev_out, out[n];
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess || cudaMemset(dev_out, 0, sizeof out) != cudaSuccess)
        return 1;
#ifdef FIXED
    fill<<<n / 128, 128>>>(dev_out);
#else
    fill<<<1, n>>>(dev_out);
#endif
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[n - 1]);
#ifdef FIXED
    return out[n - 1] != 7;
#endif
    return error != cudaSuccess;
}
