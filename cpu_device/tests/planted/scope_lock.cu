// SPDX-License-Identifier: MIT
// scope_lock.cu: blocks take a lock by atomicCAS_block(), which may let two of them in; they give up after some tries.
// CPU exits 3
// CPU reports 2
// CPU finds race-between-blocks: writes atomically {lock}
// CPU says writes atomically at scope_lock.cu:
// all exits 0
#include <stdio.h>

const int blocks = 5;

__device__ int locked, failed;
__device__ double account;

__global__ void pay_in()
{
    for (int tries = 0; tries < 100000; tries++) {
#ifndef FIXED
        bool mine = atomicCAS_block(&locked, 0, 1) == 0; // {lock}
#else
        bool mine = atomicCAS(&locked, 0, 1) == 0;
#endif
        if (mine) {
            __threadfence();
            account += 10.0 * (blockIdx.x + 1);
            __threadfence();
#ifndef FIXED
            atomicExch_block(&locked, 0);
#else
            atomicExch(&locked, 0);
#endif
            return;
        }
        __nanosleep(200);
    }
    atomicAdd(&failed, 1);
}

int main()
{
    double result = 0;
    int given_up = 0;
    pay_in<<<blocks, 1>>>();
    cudaError_t error = cudaMemcpyFromSymbol(&result, account, sizeof result);
    if (error == cudaSuccess)
        error = cudaMemcpyFromSymbol(&given_up, failed, sizeof given_up);
    printf("%s, %g, %d blocks gave up\n", cudaGetErrorString(error), result, given_up);
#ifdef FIXED
    if (given_up == 0 && result != 10 * blocks * (blocks + 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
