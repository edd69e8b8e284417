// SPDX-License-Identifier: MIT
// blocks_same_struct.cu: all blocks store one and the same struct, of 32 bytes, in the same place.
#include <stdio.h>

struct setting {
    int values[8];
};

__global__ void set_all(setting *where, setting what)
{
    *where = what;
}

int main()
{
    setting what = {{1, 2, 3, 4, 5, 6, 7, 8}}, *dev, got;
    cudaMalloc(&dev, sizeof what);
    for (int i = 0; i < 100; i++)
        set_all<<<16, 1>>>(dev, what);
    cudaMemcpy(&got, dev, sizeof got, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    int sum = 0;
    for (int value : got.values)
        sum += value;
    printf("%d\n", sum);
    return sum == 36 ? 0 : 1;
}
