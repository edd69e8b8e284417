// SPDX-License-Identifier: MIT
// blocks_message_by_atomic.cu: the textbook's message from one block to another: data, a fence, a flag; wait for the
// flag by an atomic that changes nothing, a fence, data. Also the other way round: what is read before the flag is
// overwritten after it. Thousands of launches, since the waiting block may look for the first time just when the other
// one fences.
#include <stdio.h>

const int ways = 5, rounds = 2000;

__device__ bool is_set(int *flag, int way)
{
    switch (way) {
    case 0: return atomicAdd(flag, 0) != 0;
    case 1: return atomicOr(flag, 0) != 0;
    case 2: return atomicMax(flag, 0) != 0;
    case 3: return atomicCAS(flag, 1, 1) != 0;
    default: return atomicSub(flag, 0) != 0;
    }
}

__global__ void message(int *data, int *out, int *flag, int way)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        *data = 5;
        __threadfence();
        atomicExch(flag, 1);
    } else {
        while (!is_set(flag, way)) {
        }
        __threadfence();
        *out = *data;
    }
}

__global__ void take_away(int *data, int *out, int *flag, int way)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        *out = *data;
        __threadfence();
        atomicAdd(flag, 1);
    } else {
        while (!is_set(flag, way)) {
        }
        __threadfence();
        *data = 2;
    }
}

int main()
{
    int *memory, found[3] = {}, wrong = 0;
    if (cudaMalloc(&memory, 3 * 256) != cudaSuccess)
        return 1;
    int *data = memory, *out = memory + 64, *flag = memory + 128;
    for (int round = 0; round < rounds; round++)
        for (int way = 0; way < ways; way++) {
            cudaMemset(memory, 0, 3 * 256);
            message<<<2, 32>>>(data, out, flag, way);
            cudaMemcpy(&found[0], out, sizeof(int), cudaMemcpyDeviceToHost);
            cudaMemset(flag, 0, sizeof(int));
            take_away<<<2, 64>>>(data, out, flag, way);
            cudaMemcpy(&found[1], out, sizeof(int), cudaMemcpyDeviceToHost);
            cudaMemcpy(&found[2], data, sizeof(int), cudaMemcpyDeviceToHost);
            wrong += found[0] != 5 || found[1] != 5 || found[2] != 2;
        }
    return wrong != 0 || cudaFree(memory) != cudaSuccess;
}
