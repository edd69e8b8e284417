// SPDX-License-Identifier: MIT
// global_springs.cu: a thread for each spring pushes the bodies at both its ends; a body hangs on several springs.
// CPU exits 3
// CPU finds race-global: writes {push}, at {push}
// all exits 0
#include <stdio.h>

struct body {
    float2 place, force;
};

__device__ void push(body *b, float x)
{
#ifndef FIXED
    b->force.x += x; // {push}
#else
    atomicAdd(&b->force.x, x);
#endif
}

const int bodies = 33;

// A chain: spring s holds the bodies s and s + 1 together.
__global__ void pull(body *all)
{
    int s = threadIdx.x;
    float length = all[s + 1].place.x - all[s].place.x;
    push(&all[s], length);
    push(&all[s + 1], -length);
}

int main()
{
    body *dev_all, all[bodies];
    for (int i = 0; i < bodies; i++)
        all[i] = {{(float)(i * i), 0}, {0, 0}};
    if (cudaMalloc(&dev_all, sizeof all) != cudaSuccess ||
        cudaMemcpy(dev_all, all, sizeof all, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    pull<<<1, bodies - 1>>>(dev_all);
    cudaError_t error = cudaMemcpy(all, dev_all, sizeof all, cudaMemcpyDeviceToHost);
    cudaFree(dev_all);
    printf("%s, %g\n", cudaGetErrorString(error), all[5].force.x);
#ifdef FIXED
    for (int i = 1; i < bodies - 1; i++)
        if (all[i].force.x != 2)
            return 1;
#endif
    return error != cudaSuccess;
}
