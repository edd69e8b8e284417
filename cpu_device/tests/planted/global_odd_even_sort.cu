// SPDX-License-Identifier: MIT
// global_odd_even_sort.cu: pairs are put in order, then the pairs between them; the rounds do not wait for one another.
// CPU exits 3
// CPU finds race-global: writes {swap}, reads {compare}
// all exits 0
#include <stdio.h>

const int n = 48;

__global__ void sort(int *a)
{
    for (int round = 0; round < n; round++) {
        int i = 2 * threadIdx.x + round % 2;
        if (i + 1 < n && a[i] > a[i + 1]) { // {compare}
            int larger = a[i];
            a[i] = a[i + 1]; // {swap}
            a[i + 1] = larger;
        }
#ifdef FIXED
        __syncthreads();
#endif
    }
}

int main()
{
    int *dev_a, a[n];
    for (int i = 0; i < n; i++)
        a[i] = (n - i) * 3;
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess ||
        cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    sort<<<1, n / 2>>>(dev_a);
    cudaError_t error = cudaMemcpy(a, dev_a, sizeof a, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    printf("%s, %d %d\n", cudaGetErrorString(error), a[0], a[n - 1]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (a[i] != 3 * (i + 1))
            return 1;
#endif
    return error != cudaSuccess;
}
