// SPDX-License-Identifier: MIT
// ptx_named_barriers.cu: the barriers of PTX with numbers: with and without a count, arrivals that do not wait, in
// branches of a warp, groups of warps that meet apart from one another, and lanes that have exited.

#include <stdio.h>

#include "../handle_error.h"

constexpr int block = 160;
__managed__ int out[6][block];

__global__ void barriers()
{
    __shared__ int values[block], more[64];
    const int t = threadIdx.x, warp = t / 32;
    values[t] = t;
    asm volatile("bar.sync 1;" ::: "memory"); // the whole block
    out[0][t] = values[(t + 100) % block];
    asm volatile("barrier.sync 2, 160;" ::: "memory");
    values[t] = 2 * t;
    asm volatile("barrier.sync.aligned 0, 160;" ::: "memory");
    out[1][t] = values[block - 1 - t];
    asm volatile("bar.sync 0;" ::: "memory");

    if (warp < 2) { // two warps produce for two
        more[t] = 3 * t;
        asm volatile("bar.arrive 3, 128;" ::: "memory");
    } else if (warp < 4) {
        asm volatile("bar.sync 3, 128;" ::: "memory");
        out[2][t] = more[127 - t];
    }
    const int number = 4 + (warp >= 2), count = warp < 2 ? 64 : 96; // groups with their own barriers
    for (int round = 0; round < 3; round++) {
        const int other = values[warp < 2 ? t ^ 32 : 64 + (t - 64 + 32) % 96];
        asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(count) : "memory");
        values[t] = other + 1;
        asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(count) : "memory");
    }
    out[3][t] = values[t];

    if (t % 2 == 0) // by different instructions
        asm volatile("barrier.sync 15, 160;" ::: "memory");
    else
        asm volatile("barrier.sync 15, 160;" ::: "memory");
    values[t] = 7 * t;
    if (t % 32 >= 24)
        return;
    asm volatile("barrier.sync 14, 160;" ::: "memory"); // for those who have exited, their warps arrive
    out[4][t] = t % 32 >= 8 ? values[block - 1 - t] : 0;
    if (warp == 4)
        return;
    asm volatile("barrier.sync 13, 128;" ::: "memory");
    out[5][t] = t;
}

int main()
{
    barriers<<<1, block>>>();
    HANDLE_ERROR(cudaDeviceSynchronize());
    for (int row = 0; row < 6; row++) {
        printf("row %d:", row);
        for (int t = 0; t < block; t += 31)
            printf(" %d", out[row][t]);
        long sum = 0;
        for (int t = 0; t < block; t++)
            sum += (t + 1) * out[row][t];
        printf(", %ld\n", sum);
    }
    return 0;
}
