// SPDX-License-Identifier: MIT
// lanes.cu: lane 0 reads the counter, and no barrier has made sure that the others have counted. It prints how many
// have counted by then, which depends on the order of the lanes.
#include <stdio.h>

__global__ void count(int *counter, int *seen)
{
    atomicAdd(counter, 1);
    if (threadIdx.x == 0)
        *seen = *counter;
}

int main()
{
    int *counter, seen;
    if (cudaMalloc(&counter, 2 * sizeof(int)) || cudaMemset(counter, 0, 2 * sizeof(int)))
        return 1;
    count<<<1, 32>>>(counter, counter + 1);
    if (cudaMemcpy(&seen, counter + 1, sizeof seen, cudaMemcpyDeviceToHost) || cudaFree(counter))
        return 1;
    printf("%d\n", seen);
    return 0;
}
