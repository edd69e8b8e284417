// SPDX-License-Identifier: MIT
// global_managed_tally.cu: a struct in managed memory keeps the tally, and all voters count in it at once.
// CPU exits 3
// CPU finds race-global: writes {yes}, at {yes}
// all exits 0
#include "../kernel_run.h"

struct tally {
    char question[12];
    unsigned yes, no;
};

__global__ void vote(tally *result, unsigned threads)
{
    unsigned voter = threadIdx.z * blockDim.x + threadIdx.x;
    if (voter >= threads)
        return;
#ifndef FIXED
    if (voter % 3 == 0)
        result->yes++; // {yes}
    else
        result->no++;
#else
    atomicAdd(voter % 3 == 0 ? &result->yes : &result->no, 1u);
#endif
}

int main()
{
    managed_array<tally> result(1);
    *result = {"more cake?", 0, 0};
    vote<<<1, dim3(16, 1, 4)>>>(result, 63);
    return finish() || (is_fixed && (result.elements->yes != 21 || result.elements->no != 42));
}
