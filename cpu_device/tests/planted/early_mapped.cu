// SPDX-License-Identifier: MIT
// early_mapped.cu: a kernel writes to the host's mapped memory, and the host adds the results up at once.
// CPU exits 3
// CPU finds host-too-early
// CPU says at early_mapped.cu:{read}:
// CPU says Kernel squares, launched at early_mapped.cu:{launch}, may still be running, and uses this memory
// all exits 0
#include <stdio.h>

const int n = 200;

__global__ void squares(int *out)
{
    out[threadIdx.x] = threadIdx.x * threadIdx.x;
}

int main()
{
    int *mapped, *dev_mapped, sum = 0;
    if (cudaHostAlloc(&mapped, n * sizeof(int), cudaHostAllocMapped) != cudaSuccess ||
        cudaHostGetDevicePointer((void **)&dev_mapped, mapped, 0) != cudaSuccess)
        return 1;
    squares<<<1, n>>>(dev_mapped); // {launch}
#ifdef FIXED
    cudaDeviceSynchronize();
#endif
    for (int i = 0; i < n; i++)
        sum += mapped[i]; // {read}
    cudaError_t error = cudaFreeHost(mapped);
    printf("%s\n", sum == n * (n - 1) * (2 * n - 1) / 6 ? "right" : "wrong");
#ifdef FIXED
    if (sum != n * (n - 1) * (2 * n - 1) / 6)
        return 1;
#endif
    return error != cudaSuccess;
}
