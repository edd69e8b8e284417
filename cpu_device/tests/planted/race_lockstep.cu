// SPDX-License-Identifier: MIT
// race_lockstep.cu: the lanes of one warp exchange values through shared memory, as if they ran in step.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel neighbours, block (0,0,0), line
// racecheck exits 3
// racecheck prints Warning: Race reported between
// racecheck prints in race_lockstep.cu:{write}
#include "../kernel_run.h"

__global__ void neighbours(int *out)
{
    __shared__ int line[32];
    int lane = threadIdx.x;
    line[lane] = lane * lane; // {write}
#ifdef FIXED
    __syncwarp();
#endif
    if (lane < 31)
        out[lane] = line[lane + 1]; // {read}
}

int main()
{
    device_array<int> out(31);
    neighbours<<<1, 32>>>(out);
    return check_fixed(out, [](int i) { return (i + 1) * (i + 1); });
}
