// SPDX-License-Identifier: MIT
// scope_fence_of_reader.cu: the last block reads what all have stored after a __threadfence_block(): too weak.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int blocks = 9;

__global__ void longest_run(const int *starts, int *lengths, unsigned *done, int *out)
{
    int b = blockIdx.x;
    lengths[b] = starts[b + 1] - starts[b]; // {write}
    __threadfence();
    if (atomicAdd(done, 1u) < blocks - 1)
        return;
#ifndef FIXED
    __threadfence_block();
#else
    __threadfence();
#endif
    int longest = 0;
    for (int i = 0; i < blocks; i++)
        longest = max(longest, lengths[i]); // {read}
    *out = longest;
}

int main()
{
    int starts[blocks + 1] = {0, 3, 4, 9, 20, 22, 23, 31, 40, 44};
    device_array<int> dev_starts(blocks + 1, starts), lengths(blocks, zeros);
    device_array<unsigned> done(1, zeros);
    device_array<int> out(1);
    longest_run<<<blocks, 1>>>(dev_starts, lengths, done, out);
    return check_fixed(out, 11);
}
