// SPDX-License-Identifier: MIT
// race_lockstep.cu: the lanes of one warp exchange values through shared memory, as if they ran in step.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel neighbours, block (0,0,0), line
// racecheck exits 3
// racecheck prints Warning: Race reported between
// racecheck prints in race_lockstep.cu:{write}
#include <stdio.h>

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
    int *dev_out, out[31] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    neighbours<<<1, 32>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[30]);
#ifdef FIXED
    for (int i = 0; i < 31; i++)
        if (out[i] != (i + 1) * (i + 1))
            return 1;
#endif
    return error != cudaSuccess;
}
