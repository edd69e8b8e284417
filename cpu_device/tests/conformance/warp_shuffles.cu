// SPDX-License-Identifier: MIT
// warp_shuffles.cu: the four shuffles, in groups of every width, of every type, and in warps that are not full.

#include <stdio.h>

#include "../handle_error.h"

const unsigned int full = 0xffffffff;
const int kinds = 17;

__global__ void shuffle(int *out)
{
    int lane = threadIdx.x, mine = 100 + lane, *to = out + kinds * lane;
    *to++ = __shfl_sync(full, mine, 5);
    *to++ = __shfl_sync(full, mine, (lane + 3) % 32);
    *to++ = __shfl_sync(full, mine, 37); // counts round: 5
    *to++ = __shfl_sync(full, mine, 2, 8);
    *to++ = __shfl_sync(full, mine, 11, 8); // 3 of each group
    *to++ = __shfl_sync(full, mine, -1, 4);
    *to++ = __shfl_up_sync(full, mine, 1);
    *to++ = __shfl_up_sync(full, mine, 3, 8);
    *to++ = __shfl_up_sync(full, mine, 20, 16);
    *to++ = __shfl_up_sync(full, mine, 0);
    *to++ = __shfl_down_sync(full, mine, 1);
    *to++ = __shfl_down_sync(full, mine, 3, 8);
    *to++ = __shfl_down_sync(full, mine, 2, 2);
    *to++ = __shfl_xor_sync(full, mine, 1);
    *to++ = __shfl_xor_sync(full, mine, 31);
    *to++ = __shfl_xor_sync(full, mine, 16, 16); // from an earlier group, not from a later one
    *to++ = __shfl_xor_sync(full, mine, 3, 4);
}

__global__ void types(double *out)
{
    int lane = threadIdx.x;
    double *to = out + 8 * lane;
    *to++ = __shfl_xor_sync(full, -lane, 1);
    *to++ = __shfl_xor_sync(full, 4000000000u + lane, 1);
    *to++ = (double)__shfl_xor_sync(full, -(1LL << 40) - lane, 1);
    *to++ = (double)__shfl_xor_sync(full, (1ULL << 63) + 4096ULL * lane, 1);
    *to++ = __shfl_xor_sync(full, lane + 0.5f, 1);
    *to++ = __shfl_xor_sync(full, lane + 1e-9, 1);
    *to++ = (double)__shfl_xor_sync(full, 1L + lane, 1);
    *to++ = (double)__shfl_xor_sync(full, (unsigned long)lane << 33, 1);
}

// 40 threads: the second warp has eight; then only some lanes of the first take part.
__global__ void parts(int *out)
{
    int t = threadIdx.x, sum = t;
    unsigned int mask = t < 32 ? full : 0xff;
    for (int i = t < 32 ? 16 : 4; i > 0; i /= 2)
        sum += __shfl_xor_sync(mask, sum, i);
    out[t] = sum;
    if (t < 32 && t % 4 == 1)
        out[t] = __shfl_sync(0x22222222, 1000 + t, 9);
    else if (t < 32 && t % 4 == 2)
        out[t] = __shfl_sync(0x44444444, 1000 + t, 14);
}

int main(void)
{
    int out[32 * kinds], *dev_out;
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, sizeof out));
    shuffle<<<1, 32>>>(dev_out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    for (int kind = 0; kind < kinds; kind++)
        for (int lane = 0; lane < 32; lane++)
            printf("%d%s", out[kinds * lane + kind], lane < 31 ? " " : "\n");

    double values[32 * 8], *dev_values;
    HANDLE_ERROR(cudaMalloc((void **)&dev_values, sizeof values));
    types<<<1, 32>>>(dev_values);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(values, dev_values, sizeof values, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 8; i++)
        printf("%.17g %.17g %.17g\n", values[i], values[8 + i], values[8 * 31 + i]);

    parts<<<1, 40>>>(dev_out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, 40 * sizeof(int), cudaMemcpyDeviceToHost));
    for (int t = 0; t < 40; t++)
        printf("%d%s", out[t], t < 39 ? " " : "\n");
    HANDLE_ERROR(cudaFree(dev_out));
    HANDLE_ERROR(cudaFree(dev_values));
    return 0;
}
