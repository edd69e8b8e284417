// SPDX-License-Identifier: MIT
// 15 third_block: a race that only a third block shows.
//
// Each block stores its part, and then adds up the parts of all blocks up to itself. For that it looks at one flag
// only: that of the block before it. A flag says more than "my part is there": block 2 relies on flags[1] for the part
// of block 0 as well. With two blocks, each block relies only on the part of the very block that has set the flag. So a
// wrong order of the lines passes every test with two blocks. Only a third block shows it.
//
//     ./run check third_block        ./run hint third_block
#include "judge/third_block.h"

__global__ void third_block(const int *in, int *parts, int *flags, int *out)
{
    int b = blockIdx.x;
    parts[b] = 3 * in[b] + 1;
    // your code: wait until flags[b - 1] is 1, and set flags[b] to 1 for the next block
    int sum = 0;
    for (int k = 0; k <= b; k++)
        sum += parts[k];
    out[b] = sum;
}
