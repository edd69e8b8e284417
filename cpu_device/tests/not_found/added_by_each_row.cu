// SPDX-License-Identifier: MIT
// added_by_each_row.cu: the block is 32 x 8 and the kernel uses only threadIdx.x, so eight threads add each element, by
// atomics, and the sums are eight times too large. If the addition were no atomic, the race would be reported with its
// cause. Threads that add the same value on purpose look the same.
// CPU exits 0
#include <stdio.h>

const int n = 32;

__global__ void add_rows(const float *a, float *sums)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    for (int column = 0; column < n; column++)
        atomicAdd(&sums[row], a[row * n + column]);
}

int main()
{
    static float a[n * n], sums[n];
    float *dev_a, *dev_sums;
    for (float &x : a)
        x = 1;
    if (cudaMalloc(&dev_a, sizeof a) || cudaMalloc(&dev_sums, sizeof sums) ||
        cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice) || cudaMemset(dev_sums, 0, sizeof sums))
        return 1;
    add_rows<<<1, dim3(n, 8)>>>(dev_a, dev_sums);
    if (cudaMemcpy(sums, dev_sums, sizeof sums, cudaMemcpyDeviceToHost))
        return 1;
    return sums[0] != 8 * n || cudaFree(dev_a) || cudaFree(dev_sums);
}
