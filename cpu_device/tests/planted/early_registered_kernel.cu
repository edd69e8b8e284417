// SPDX-License-Identifier: MIT
// early_registered_kernel.cu: a kernel stores to registered memory, and the host looks there right after the launch.
// CPU exits 3
// CPU finds host-too-early
// CPU says at early_registered_kernel.cu:{read}: out[1023] (4096 bytes registered by cudaHostRegister()
// CPU says Kernel squares, launched at early_registered_kernel.cu:{launch}, may still be running, and uses this memory
// all exits 0
#include <stdio.h>
#include <stdlib.h>

const int n = 1024;

__global__ void squares(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i * i;
}

int main()
{
    int *out = (int *)malloc(n * sizeof(int)), *dev_out;
    if (out == NULL || cudaHostRegister(out, n * sizeof(int), cudaHostRegisterMapped) != cudaSuccess ||
        cudaHostGetDevicePointer(&dev_out, out, 0) != cudaSuccess)
        return 1;
    squares<<<n / 128, 128>>>(dev_out); // {launch}
#ifdef FIXED
    cudaDeviceSynchronize();
#endif
    int last = out[n - 1]; // {read}
    cudaError_t error = cudaDeviceSynchronize();
    cudaHostUnregister(out);
    free(out);
    printf("%s\n", last == (n - 1) * (n - 1) ? "right" : "wrong");
#ifdef FIXED
    if (last != (n - 1) * (n - 1))
        return 1;
#endif
    return error != cudaSuccess;
}
