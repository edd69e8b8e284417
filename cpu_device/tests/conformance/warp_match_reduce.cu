// SPDX-License-Identifier: MIT
// warp_match_reduce.cu: lanes that bring the same value, and values of lanes combined; shuffles of every type.
// Compiled with: -arch=sm_80

#include <stdio.h>

#include "../handle_error.h"

constexpr int most = 24;
__device__ long long results[32][most];

__global__ void matches(int lanes)
{
    int lane = threadIdx.x, i = 0, all;
    if (lane >= lanes)
        return;
    unsigned mask = lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
    long long *mine = results[lane];
    mine[i++] = __match_any_sync(mask, lane / 5);
    mine[i++] = __match_any_sync(mask, (unsigned long long)(lane % 3) << 40);
    mine[i++] = __match_any_sync(mask, lane < 4 ? 1.5f : 2.5);
    mine[i++] = __match_all_sync(mask, 7u, &all);
    mine[i++] = all;
    mine[i++] = __match_all_sync(mask, lane == 2 ? 1.0f : 0.0f, &all);
    mine[i++] = all;
    mine[i++] = __reduce_add_sync(mask, (unsigned)lane);
    mine[i++] = __reduce_add_sync(mask, -lane);
    mine[i++] = __reduce_min_sync(mask, lane - 3);
    mine[i++] = __reduce_min_sync(mask, (unsigned)lane + 3u);
    mine[i++] = __reduce_max_sync(mask, lane - 3);
    mine[i++] = __reduce_max_sync(mask, (unsigned)(lane - 3));
    mine[i++] = __reduce_and_sync(mask, 0xff00u | lane);
    mine[i++] = __reduce_or_sync(mask, 1u << lane);
    mine[i++] = __reduce_xor_sync(mask, (unsigned)lane);
}

__global__ void shuffles()
{
    int lane = threadIdx.x, i = 0;
    long long *mine = results[lane];
    mine[i++] = __shfl_xor_sync(~0u, lane, 1);
    mine[i++] = __shfl_xor_sync(~0u, (unsigned)lane, 2);
    mine[i++] = __shfl_xor_sync(~0u, (long)lane << 33, 4);
    mine[i++] = (long long)__shfl_xor_sync(~0u, (unsigned long)lane << 33, 8);
    mine[i++] = __shfl_down_sync(~0u, (long long)lane << 34, 1);
    mine[i++] = (long long)__shfl_up_sync(~0u, (unsigned long long)lane << 34, 1);
    mine[i++] = (long long)__shfl_sync(~0u, lane + 0.5f, lane + 1);
    mine[i++] = (long long)(4 * __shfl_sync(~0u, lane + 0.25, 3, 8));
    short small = (short)(lane - 20);
    unsigned char byte = (unsigned char)(lane + 250);
    mine[i++] = __shfl_down_sync(~0u, small, 2);
    mine[i++] = __shfl_up_sync(~0u, byte, 2, 16);
    mine[i++] = __shfl_sync(~0u, lane == 9, 9);
}

static void show(const char *what, int lane, int n)
{
    long long host[32][most];
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpyFromSymbol(host, results, sizeof host));
    printf("%s, lane %d:", what, lane);
    for (int i = 0; i < n; ++i)
        printf(" %lld", host[lane][i]);
    printf("\n");
}

int main(void)
{
    matches<<<1, 32>>>(32);
    for (int lane : {0, 2, 13, 31})
        show("all", lane, 16);
    matches<<<1, 32>>>(11);
    for (int lane : {0, 2, 10})
        show("eleven lanes", lane, 16);
    shuffles<<<1, 32>>>();
    for (int lane : {0, 9, 30, 31})
        show("shuffles", lane, 11);
    return 0;
}
