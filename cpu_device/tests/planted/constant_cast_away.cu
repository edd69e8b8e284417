// SPDX-License-Identifier: MIT
// constant_cast_away.cu: a kernel casts away that its limits are constant, and lowers the one that was too high.
// CPU exits 3
// CPU finds constant-written: writes {write}
// CPU says kernel lower
// all exits 0
#include <stdio.h>

struct limits {
    int low, high;
};

__constant__ limits allowed = {-5, 500};
#ifndef FIXED
__device__ limits of_tests = {-1, 1};
#endif

#ifndef FIXED
__global__ void lower(bool test, int most)
{
    const limits *given = test ? &of_tests : &allowed;
    if (given->high > most)
        const_cast<limits *>(given)->high = most; // {write}
}
#endif

__global__ void clamp(int *a, int most)
{
    int i = threadIdx.x;
    a[i] = max(allowed.low, min(min(allowed.high, most), a[i]));
}

int main()
{
    const int n = 30;
    int *dev_a, a[n];
    for (int i = 0; i < n; i++)
        a[i] = 20 * (i - n / 2);
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess ||
        cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
#ifndef FIXED
    lower<<<1, 1>>>(false, 99);
#endif
    clamp<<<1, n>>>(dev_a, 99);
    cudaError_t error = cudaMemcpy(a, dev_a, sizeof a, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    printf("%s, %d %d\n", cudaGetErrorString(error), a[0], a[n - 1]);
#ifdef FIXED
    if (a[0] != -5 || a[n - 1] != 99 || a[n / 2 + 1] != 20)
        return 1;
#endif
    return error != cudaSuccess;
}
