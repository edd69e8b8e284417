// SPDX-License-Identifier: MIT
// launch_lowered_limit.cu: the program itself has set less dynamic shared memory than a launch asks for.
// CPU exits 3
// CPU finds unchecked-launch
// CPU says 8192 bytes of dynamic shared memory a block, of at most 4096, which cudaFuncSetAttribute() has set at launch_lowered_limit.cu:{set}
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
#include <stdio.h>

const int n = 2048;

__global__ void last(int *out)
{
    extern __shared__ int line[];
    line[n - 1] = 9;
    *out = line[n - 1];
}

int main()
{
    int *dev_out, out = 0;
#ifdef FIXED
    const int most = n * sizeof(int);
#else
    const int most = n * sizeof(int) / 2;
#endif
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess || cudaMemset(dev_out, 0, sizeof out) != cudaSuccess ||
        cudaFuncSetAttribute(last, cudaFuncAttributeMaxDynamicSharedMemorySize, most) != cudaSuccess) // {set}
        return 1;
    last<<<1, 1, n * sizeof(int)>>>(dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    return out != 9;
#endif
    return error != cudaSuccess;
}
