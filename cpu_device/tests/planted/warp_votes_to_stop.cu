// SPDX-License-Identifier: MIT
// warp_votes_to_stop.cu: lanes look for the smallest label around until a vote finds no change; votes order no memory.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

// A ring of 32 cells; cells that hold a label pass on the smaller one.
__global__ void spread(int *labels)
{
    int lane = threadIdx.x, changed;
    do {
        int mine = labels[lane], left = labels[(lane + 31) % 32]; // {read}
        changed = left < mine;
#ifdef FIXED
        __syncwarp();
#endif
        if (changed)
            labels[lane] = left; // {write}
#ifdef FIXED
        __syncwarp();
#endif
    } while (__any_sync(0xffffffff, changed));
}

int main()
{
    int *dev_labels, labels[32];
    for (int i = 0; i < 32; i++)
        labels[i] = 40 + (i * 11 + 5) % 32;
    if (cudaMalloc(&dev_labels, sizeof labels) != cudaSuccess ||
        cudaMemcpy(dev_labels, labels, sizeof labels, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    spread<<<1, 32>>>(dev_labels);
    cudaError_t error = cudaMemcpy(labels, dev_labels, sizeof labels, cudaMemcpyDeviceToHost);
    cudaFree(dev_labels);
    printf("%s, %d\n", cudaGetErrorString(error), labels[0]);
#ifdef FIXED
    for (int i = 0; i < 32; i++)
        if (labels[i] != 40)
            return 1;
#endif
    return error != cudaSuccess;
}
