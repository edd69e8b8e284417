// SPDX-License-Identifier: MIT
// volatile_sum_again.cu: lanes add up a volatile array as if they ran in step, twice, with no barrier between. A
// volatile load that looks at one place again is taken for one that waits there.
// CPU exits 0
#include <stdio.h>

__global__ void sums(int *out)
{
    __shared__ volatile int cache[64];
    int t = threadIdx.x;
    for (int round = 0; round < 2; round++) {
        cache[t] = t;
        cache[t + 32] = t;
        for (int i = 32; i > 0; i /= 2)
            cache[t] = cache[t] + cache[t + i];
    }
    if (t == 0)
        *out = cache[0];
}

int main()
{
    int *dev_out;
    if (cudaMalloc(&dev_out, sizeof(int)))
        return 1;
    sums<<<1, 32>>>(dev_out);
    return cudaDeviceSynchronize() || cudaFree(dev_out);
}
