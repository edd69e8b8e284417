// SPDX-License-Identifier: MIT
// global_tree_of_sums.cu: a tree of sums in global memory climbs a level before the level below is complete.
// CPU exits 3
// CPU finds race-global: writes {add}, reads {add}
// all exits 0
#include <stdio.h>

const int n = 128;

__global__ void add_up(long long *a)
{
    int t = threadIdx.x;
    for (int apart = 1; apart < n; apart *= 2) {
        int i = 2 * apart * t;
        if (i + apart < n)
            a[i] += a[i + apart]; // {add}
#ifdef FIXED
        __syncthreads();
#endif
    }
}

int main()
{
    long long *dev_a, a[n], right = 0;
    for (int i = 0; i < n; i++)
        right += a[i] = 12345678901LL * (i + 1);
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess ||
        cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    add_up<<<1, n / 2>>>(dev_a);
    cudaError_t error = cudaMemcpy(a, dev_a, sizeof a, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    printf("%s, %lld, right is %lld\n", cudaGetErrorString(error), a[0], right);
#ifdef FIXED
    if (a[0] != right)
        return 1;
#endif
    return error != cudaSuccess;
}
