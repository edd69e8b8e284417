// SPDX-License-Identifier: MIT
// volatile_tail.cu: the last steps of a sum in one warp, volatile and with a __syncwarp() after each: a lane may store
// its sum before another has read what was there. Without volatile the race is named.
// CPU exits 0
#include <stdio.h>

__global__ void sum(int *out)
{
    __shared__ volatile int cache[32];
    int lane = threadIdx.x;
    cache[lane] = lane;
    __syncwarp();
    for (int i = 8; i > 0; i /= 2) { // lanes that are not needed add, too
        if (lane < 16)
            cache[lane] += cache[lane + i];
        __syncwarp();
    }
    if (lane == 0)
        *out = cache[0];
}

int main()
{
    int result, *out;
    cudaMalloc(&out, sizeof result);
    sum<<<1, 32>>>(out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(out);
    printf("a sum, perhaps not the right one\n");
    return result < 0;
}
