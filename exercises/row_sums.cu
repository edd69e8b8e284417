// SPDX-License-Identifier: MIT
// 19 row_sums: one warp per row.
//
// The sums of a matrix's rows. With one thread per row, the obvious way, the 32 threads of a warp load from 32 rows,
// far apart: 32 sectors for 128 bytes. So give each row to a whole warp; a block has `warps` of them. The lanes
// (threadIdx.x % 32) load neighbouring elements, 32 at a time, each lane adds up its own, and then the lanes add up
// their sums. The lanes of a warp do not run in lockstep: what one lane stores, another may read only after a
// __syncwarp(). Or use shuffles, which exchange registers.
//
//     ./run check row_sums        ./run hint row_sums
#include "judge/row_sums.h"

__global__ void row_sums(const int *matrix, int *sums, int rows, int columns)
{
    int lane = threadIdx.x % 32, row = threadIdx.x / 32 + blockIdx.x * warps;
    // your code
}
