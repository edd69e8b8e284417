// SPDX-License-Identifier: MIT
// global_bit_fields.cu: two threads set two fields of one door, but bit fields share their byte.
// CPU exits 3
// CPU finds race-global: writes {floor}, at {side}
// CPU says use members that are no bit fields
// all exits 0
#include <stdio.h>

#ifndef FIXED
struct door {
    unsigned char floor : 5;
    unsigned char side : 3;
};
#else
struct door {
    unsigned char floor;
    unsigned char side;
};
#endif

const int doors = 24;

__global__ void label(door *all)
{
    int i = threadIdx.x;
    if (threadIdx.y == 0)
        all[i].floor = 1 + i; // {floor}
    else
        all[i].side = 1 + i % 7; // {side}
}

int main()
{
    door *dev_all, all[doors];
    if (cudaMalloc(&dev_all, sizeof all) != cudaSuccess || cudaMemset(dev_all, 0, sizeof all) != cudaSuccess)
        return 1;
    label<<<1, dim3(doors, 2)>>>(dev_all);
    cudaError_t error = cudaMemcpy(all, dev_all, sizeof all, cudaMemcpyDeviceToHost);
    cudaFree(dev_all);
    printf("%s, %d %d\n", cudaGetErrorString(error), all[5].floor, all[5].side);
#ifdef FIXED
    for (int i = 0; i < doors; i++)
        if (all[i].floor != 1 + i || all[i].side != 1 + i % 7)
            return 1;
#endif
    return error != cudaSuccess;
}
