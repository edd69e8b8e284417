// SPDX-License-Identifier: MIT
// host_loop_unwritten.cu: the kernel fills half of the array; a loop of the host adds up the whole copy.
// CPU exits 3
// CPU finds uninitialized-on-host
// CPU says it reads byte 1024 of the copy at host_loop_unwritten.cu:{read}
// initcheck exits 3
// initcheck prints Uninitialized access to
#include <stdio.h>

const int n = 512;

__global__ void fill(int *values, int count)
{
    if ((int)threadIdx.x < count)
        values[threadIdx.x] = 1;
}

int main()
{
    static int copy[n];
    int *values;
#ifdef FIXED
    const int count = n;
#else
    const int count = n / 2;
#endif
    if (cudaMalloc(&values, n * sizeof(int)) != cudaSuccess)
        return 1;
    fill<<<1, n>>>(values, count);
    cudaError_t error = cudaMemcpy(copy, values, sizeof copy, cudaMemcpyDeviceToHost);
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += copy[i]; // {read}
    printf("%d\n", sum);
    cudaFree(values);
#ifdef FIXED
    if (sum != n)
        return 1;
#endif
    return error != cudaSuccess;
}
