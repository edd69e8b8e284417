// SPDX-License-Identifier: MIT
// launch_too_much_shared.cu: more than 48 KB of shared memory, without cudaFuncSetAttribute; nobody checks the error.
// CPU exits 3
// CPU finds unchecked-launch
// CPU says kernel reverse at launch_too_much_shared.cu:{launch}: 65536 bytes of shared memory a block, of at most 49152
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
#include <stdio.h>

const int threads = 256, n = 64 * threads;
const size_t shared = n * sizeof(int);

__global__ void reverse(int *out)
{
    extern __shared__ int line[];
    for (int i = threadIdx.x; i < n; i += threads)
        line[i] = i;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += threads)
        out[i] = line[n - 1 - i];
}

int main()
{
    static int out[n];
    int *dev_out;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess || cudaMemset(dev_out, 0, sizeof out) != cudaSuccess)
        return 1;
#ifdef FIXED
    cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared);
#endif
    reverse<<<1, threads, shared>>>(dev_out); // {launch}
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (out[i] != n - 1 - i)
            return 1;
#endif
    return error != cudaSuccess;
}
