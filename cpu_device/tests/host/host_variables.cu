// SPDX-License-Identifier: MIT
// host_variables.cu: a kernel gets the address of a global variable of the host, or of a static one; or memory that is
// managed, or that the host has registered: both are right.
// global exits 3
// global says Error: illegal address
// global says reads address
// global says the host's variable values: a kernel needs a pointer from cudaMalloc(), or a __device__ or __managed__
// global says SUMMARY: 1 error, 0 warnings
// static exits 3
// static says Error: illegal address
// static says writes address
// static says host: a kernel needs a pointer from cudaMalloc(), or a __device__ or __managed__ variable
// static says SUMMARY: 1 error, 0 warnings
// managed prints no error, 31
// registered prints no error, 31
#include <cstdio>
#include <cstring>

const int n = 32;

float values[n];
__managed__ float managed[n], sums[n];

__global__ void add(const float *values, float *sums)
{
    int i = threadIdx.x;
    sums[i] = values[i] + values[n - 1 - i];
}

int main(int, char **argv)
{
    static float host[n], registered[n];
    for (int i = 0; i < n; i++)
        values[i] = managed[i] = i;
    const float *from = strcmp(argv[1], "global") == 0 ? values : managed;
    float *to = strcmp(argv[1], "static") == 0 ? host : sums;
    if (strcmp(argv[1], "registered") == 0 &&
        (cudaHostRegister(registered, sizeof registered, cudaHostRegisterMapped) ||
         cudaHostGetDevicePointer((void **)&to, registered, 0)))
        return 1;
    add<<<1, n>>>(from, to);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s, %g\n", cudaGetErrorString(error), to[5]);
    return 0;
}
