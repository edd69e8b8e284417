// SPDX-License-Identifier: MIT
// softmax.cu: softmax of rows: three passes, online, and with a warp a row
// Feature: -INFINITY as a start, two values reduced together in a struct, cg tiles
#include <assert.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
namespace cg = cooperative_groups;

void softmax_forward_cpu(float *out, const float *inp, int N, int C)
{
    for (int i = 0; i < N; i++) {
        const float *inp_row = inp + i * C;
        float *out_row = out + i * C;
        float maxval = -INFINITY;
        for (int j = 0; j < C; j++)
            if (inp_row[j] > maxval)
                maxval = inp_row[j];
        double sum = 0.0;
        for (int j = 0; j < C; j++) {
            out_row[j] = expf(inp_row[j] - maxval);
            sum += out_row[j];
        }
        for (int j = 0; j < C; j++)
            out_row[j] /= (float)sum;
    }
}
__global__ void softmax_kernel1(float *out, const float *inp, int N, int C)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) {
        float maxval = -INFINITY;
        for (int j = 0; j < C; j++)
            maxval = fmaxf(maxval, inp[i * C + j]);
        double sum = 0.0;
        for (int j = 0; j < C; j++)
            sum += out[i * C + j] = expf(inp[i * C + j] - maxval);
        for (int j = 0; j < C; j++)
            out[i * C + j] /= (float)sum;
    }
}
struct __align__(8) SumMax
{
    float maxval, sum;
};
__device__ __forceinline__ SumMax combine(SumMax a, SumMax b)
{
    bool a_bigger = a.maxval > b.maxval;
    SumMax bigger = a_bigger ? a : b, smaller = a_bigger ? b : a, res;
    res.sum = bigger.sum + (smaller.sum > 0 ? smaller.sum * expf(smaller.maxval - bigger.maxval) : 0.f);
    res.maxval = bigger.maxval;
    return res;
}
__global__ void softmax_online(float *out, const float *inp, int N, int C)
{
    auto block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    int idx = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
    if (idx >= N)
        return;
    const float *x = inp + idx * C;
    SumMax sm_partial = {-INFINITY, 0.0f};
    for (int i = warp.thread_rank(); i < C; i += warp.size())
        sm_partial = combine(sm_partial, {x[i], 1.0f});
    SumMax sm_total = cg::reduce(warp, sm_partial, combine);
    for (int i = warp.thread_rank(); i < C; i += warp.size())
        __stcs(out + idx * C + i, expf(__ldcs(x + i) - sm_total.maxval) / sm_total.sum);
}

int main(int argc, char **argv)
{
    int N = argc > 1 ? atoi(argv[1]) : 512, C = 768;
    float *out = (float *)malloc(N * C * sizeof(float)), *ref = (float *)malloc(N * C * sizeof(float)),
          *inp = (float *)malloc(N * C * sizeof(float));
    for (int i = 0; i < N * C; i++)
        inp[i] = (float)((i * 7919L) % 1000) / 100.f - 5;
    for (int j = 0; j < N; ++j)
        inp[j * C + (j % 13)] = 20;
    softmax_forward_cpu(ref, inp, N, C);
    float *d_out, *d_inp;
    cudaMalloc(&d_out, N * C * sizeof(float));
    cudaMalloc(&d_inp, N * C * sizeof(float));
    cudaMemcpy(d_inp, inp, N * C * sizeof(float), cudaMemcpyHostToDevice);
    double worst = 0;
    for (int kernel_num = 1; kernel_num <= 2; kernel_num++) {
        cudaMemset(d_out, 0, N * C * sizeof(float));
        switch (kernel_num) {
        case 1: softmax_kernel1<<<(N + 63) / 64, 64>>>(d_out, d_inp, N, C); break;
        case 2: softmax_online<<<(N + 3) / 4, 128>>>(d_out, d_inp, N, C); break;
        default: printf("Invalid kernel number\n"); exit(1);
        }
        assert(cudaGetLastError() == cudaSuccess);
        cudaMemcpy(out, d_out, N * C * sizeof(float), cudaMemcpyDeviceToHost);
        for (int i = 0; i < N * C; i++)
            worst = fmax(worst, fabs(out[i] - ref[i]) / ref[i]);
    }
    printf("worst relative error %g\n", worst);
    free(out), free(ref), free(inp);
    cudaFree(d_out), cudaFree(d_inp);
    return !(worst < 1e-4);
}
