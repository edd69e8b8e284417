// SPDX-License-Identifier: MIT
// cub_tail_sum.cu: in a loop's last round only some threads have an element, and only they call BlockReduce::Sum().
// CPU exits 3
// CPU finds part-of-block
// CPU says 60 of 128 threads have exited
// CPU says 68 threads wait in a collective of CUB at cub_tail_sum.cu:{sum}: 0-67
// CPU finds barrier-skipped
// all exits 0
#include <cub/cub.cuh>
#include <stdio.h>

const int threads = 128, n = threads + 68;

__global__ void total(const int *values, int *out)
{
    using Reduce = cub::BlockReduce<int, threads>;
    __shared__ Reduce::TempStorage temp;
    int sum = 0;
#ifndef FIXED
    for (int i = threadIdx.x; i < n; i += threads) {
        int part = Reduce(temp).Sum(values[i]); // {sum}
#else
    for (int first = 0; first < n; first += threads) {
        int i = first + threadIdx.x;
        int part = Reduce(temp).Sum(i < n ? values[i] : 0);
#endif
        __syncthreads();
        if (threadIdx.x == 0)
            sum += part;
    }
    if (threadIdx.x == 0)
        *out = sum;
}

int main()
{
    int values[n], *dev_values, *dev_out, sum = 0;
    for (int i = 0; i < n; i++)
        values[i] = 1;
    if (cudaMalloc(&dev_values, sizeof values) != cudaSuccess || cudaMalloc(&dev_out, sizeof sum) != cudaSuccess ||
        cudaMemcpy(dev_values, values, sizeof values, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    total<<<1, threads>>>(dev_values, dev_out);
    cudaError_t error = cudaMemcpy(&sum, dev_out, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(dev_values);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), sum);
#ifdef FIXED
    if (sum != n)
        return 1;
#endif
    return error != cudaSuccess;
}
