// SPDX-License-Identifier: MIT
// race_vote_is_no_fence.cu: a vote tells which lane has found something, but not that its store can be read.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel first_multiple, block (0,0,0), values
// racecheck exits 3
// racecheck prints Warning: Race reported between
// racecheck prints in race_vote_is_no_fence.cu:{write}
#include "../kernel_run.h"

__global__ void first_multiple(int *out)
{
    __shared__ int values[32];
    int lane = threadIdx.x, value = 11 * lane + 2;
    values[lane] = value; // {write}
    unsigned votes = __ballot_sync(0xffffffff, value % 3 == 0);
#ifdef FIXED
    __syncwarp();
#endif
    out[lane] = values[__ffs(votes) - 1]; // {read}
}

int main()
{
    device_array<int> out(32);
    first_multiple<<<1, 32>>>(out);
    return check_fixed(out, 24);
}
