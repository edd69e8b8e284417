// SPDX-License-Identifier: MIT
// host_loop_writes.cu: a loop of the host fills device memory itself. With a GPU the program crashes.
// CPU exits 3
// CPU finds host-touches-device
// CPU says at host_loop_writes.cu:{write}: byte 0 of 1024 bytes from cudaMalloc at host_loop_writes.cu:{malloc}
// all exits 11
#include <stdio.h>

const int n = 256;

__global__ void twice(int *a)
{
    a[threadIdx.x] *= 2;
}

int main()
{
    int *dev_a, a[n], last = 0;
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess) // {malloc}
        return 1;
#ifdef FIXED
    int *to = a;
#else
    int *to = dev_a;
#endif
    for (int i = 0; i < n; i++)
        *to++ = i; // {write}
#ifdef FIXED
    cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice);
#endif
    twice<<<1, n>>>(dev_a);
    cudaError_t error = cudaMemcpy(&last, &dev_a[n - 1], sizeof last, cudaMemcpyDeviceToHost);
    printf("%d\n", last);
    cudaFree(dev_a);
#ifdef FIXED
    if (last != 2 * (n - 1))
        return 1;
#endif
    return error != cudaSuccess;
}
