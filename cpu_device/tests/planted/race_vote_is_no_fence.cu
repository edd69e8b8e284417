// SPDX-License-Identifier: MIT
// race_vote_is_no_fence.cu: a vote tells which lane has found something, but not that its store can be read.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel first_multiple, block (0,0,0), values
// racecheck exits 3
// racecheck prints Warning: Race reported between
// racecheck prints in race_vote_is_no_fence.cu:{write}
#include <stdio.h>

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
    int *dev_out, out[32] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    first_multiple<<<1, 32>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[31]);
#ifdef FIXED
    for (int i = 0; i < 32; i++)
        if (out[i] != 24)
            return 1;
#endif
    return error != cudaSuccess;
}
