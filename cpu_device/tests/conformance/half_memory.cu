// SPDX-License-Identifier: MIT
// half_memory.cu: half and half2 as arguments, in shared, constant and global memory; shuffles, atomics, cached and
// volatile loads and stores.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdio.h>

struct parameters {
    half scale;
    half2 shift;
    __nv_bfloat16 other;
};
__constant__ half weights[4];
__device__ half2 total;

template <class T> __device__ T sum_of_warp(T value)
{
    for (int step = 16; step > 0; step /= 2)
        value += __shfl_down_sync(0xffffffff, value, step);
    return value;
}

__global__ void work(const half *in, half2 *out, half *sum, __nv_bfloat16 *other_sum, parameters p)
{
    __shared__ half line[64];
    __shared__ half2 pairs[32];
    const int i = threadIdx.x;
    line[i] = __ldg(in + i) * p.scale;
    line[i + 32] = __ldcs(in + i + 32) * p.scale;
    __syncthreads();
    pairs[i] = __halves2half2(line[2 * i], line[63 - i]) + p.shift;
    __syncthreads();
    const half2 pair = pairs[31 - i];
    out[i] = pair;
    __stcg(out + 32 + i, __lowhigh2highlow(pair));
    __stwt(out + 64 + i, __shfl_xor_sync(0xffffffff, pair, 1));
    out[96 + i] = __shfl_sync(0xffffffff, __ldcv(out + 64 + i), 5, 8);
    out[128 + i] = __halves2half2(__shfl_up_sync(0xffffffff, pair.x, 3), __shfl_sync(0xffffffff, pair.y, i + 1));
    atomicAdd(sum, weights[i % 4]);
    atomicAdd(&total, pair);
    atomicAdd(other_sum, p.other);
    const half sum_of_x = sum_of_warp(pair.x);
    const half2 sum_of_both = sum_of_warp(pair);
    if (i == 0) {
        out[160] = __halves2half2(sum_of_x, sum_of_both.y);
        volatile half *place = sum + 1;
        *place = __half_raw(sum_of_both.x);
        out[161] = __half2half2(__half(__half_raw(*place)));
    }
}

int main()
{
    static half in[64], two[2];
    static half2 out[162], all;
    half *dev_in, *dev_sum;
    half2 *dev_out;
    __nv_bfloat16 *dev_other, other;
    const half w[4] = {1, 2, 0.5, -1.25};
    for (int i = 0; i < 64; i++)
        in[i] = (i - 20) * 0.25f;
    cudaMalloc(&dev_in, sizeof in);
    cudaMalloc(&dev_out, sizeof out);
    cudaMalloc(&dev_sum, sizeof two);
    cudaMalloc(&dev_other, sizeof other);
    cudaMemset(dev_sum, 0, sizeof two);
    cudaMemset(dev_other, 0, sizeof other);
    cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(weights, w, sizeof w);
    work<<<1, 32>>>(dev_in, dev_out, dev_sum, dev_other, {half(2), __floats2half2_rn(1, -1), 0.75});
    cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaMemcpy(two, dev_sum, sizeof two, cudaMemcpyDeviceToHost);
    cudaMemcpy(&other, dev_other, sizeof other, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&all, total, sizeof all);
    unsigned h = 2166136261u;
    for (int i = 0; i < 160; i++) {
        h = (h ^ __half_as_ushort(out[i].x)) * 16777619u;
        h = (h ^ __half_as_ushort(out[i].y)) * 16777619u;
    }
    printf("%08x, %g %g, %g %g\n", h, __low2float(out[3]), __high2float(out[3]), __low2float(out[130]),
           __high2float(out[130]));
    printf("sums %g %g %g %g\n", __low2float(out[160]), __high2float(out[160]), __low2float(out[161]), (float)two[1]);
    printf("atomics %g, %g %g, %g\n", (float)two[0], __low2float(all), __high2float(all), (float)other);
    printf("sizes %d %d %d %d\n", (int)sizeof(half), (int)sizeof(half2), (int)alignof(half2), (int)sizeof(parameters));
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(dev_in);
    cudaFree(dev_out);
    cudaFree(dev_sum);
    cudaFree(dev_other);
    return 0;
}
