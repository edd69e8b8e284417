// SPDX-License-Identifier: MIT
// cub_warp_sum_for_all.cu: every lane divides by the sum of WarpReduce, which the first lane alone gets.
// CPU exits 3
// CPU finds result-of-other-thread: at {store}
// CPU says pass it on by __shfl_sync()
// all exits 0
#include <cub/cub.cuh>
#include <stdio.h>

__global__ void mean(const float *values, float *out)
{
    using Reduce = cub::WarpReduce<float>;
    __shared__ Reduce::TempStorage temp;
    float sum = Reduce(temp).Sum(values[threadIdx.x]);
#ifdef FIXED
    sum = __shfl_sync(0xffffffff, sum, 0);
#endif
    out[threadIdx.x] = sum / 32 - 1; // {store}
}

int main()
{
    float *values, *out, got[32];
    for (int i = 0; i < 32; i++)
        got[i] = i;
    if (cudaMalloc(&values, sizeof got) != cudaSuccess || cudaMalloc(&out, sizeof got) != cudaSuccess ||
        cudaMemcpy(values, got, sizeof got, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    mean<<<1, 32>>>(values, out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < 32; i++)
        wrong += got[i] != 14.5f;
    printf("%d wrong\n", wrong);
    cudaFree(values);
    cudaFree(out);
#ifdef FIXED
    return wrong != 0;
#else
    return 0;
#endif
}
