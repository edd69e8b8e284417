// SPDX-License-Identifier: MIT
// random_starts.h: what a generator of cuRAND gives in kernels, for cpu_device/tests/conformance/curand_*.cu: the first
// numbers of seeds, subsequences and offsets, bit for bit, and skipping ahead. The program says first what `state_t`
// is, and what skip_subsequences() calls.
#pragma once

#include <stdio.h>

#include "handle_error.h"

const int starts = 12, numbers = 8;

struct start {
    unsigned long long seed, subsequence, offset;
};

// Each thread has a start of its own.
__global__ void from_starts(const start *all, unsigned *bits, float *floats, double *doubles, unsigned *skipped)
{
    int i = threadIdx.x;
    state_t state;
    curand_init(all[i].seed, all[i].subsequence, all[i].offset, &state);
    for (int k = 0; k < numbers; k++)
        bits[i * numbers + k] = curand(&state);
    floats[i] = curand_uniform(&state);
    doubles[i] = curand_uniform_double(&state);
    skipahead(1000003, &state);
    skipped[2 * i] = curand(&state);
    skip_subsequences(5, &state);
    skipped[2 * i + 1] = curand(&state);
}

// To skip is to draw so often.
__global__ void skip_or_draw(int *same)
{
    state_t skipping, drawing;
    curand_init(7, threadIdx.x, 3, &skipping);
    curand_init(7, threadIdx.x, 0, &drawing);
    for (int k = 0; k < 3 + 10 * (int)threadIdx.x; k++)
        curand(&drawing);
    skipahead(10 * threadIdx.x, &skipping);
    same[threadIdx.x] = 1;
    for (int k = 0; k < 10; k++)
        same[threadIdx.x] &= curand(&skipping) == curand(&drawing);
}

int main(void)
{
    const start all[starts] = {{0, 0, 0},
                               {1, 0, 0},
                               {1234, 0, 0},
                               {1234, 1, 0},
                               {1234, 0, 1},
                               {1234, 31, 5},
                               {1234, 4095, 1000000},
                               {0xffffffffULL, 7, 6},
                               {0x123456789abcdefULL, 0, 0},
                               {0xffffffffffffffffULL, 1, 2},
                               {99, 0x7ffffffffULL, 0},
                               {99, 3, 0x8000000000000001ULL}};
    start *dev_all;
    unsigned *dev_bits, bits[starts * numbers], *dev_skipped, skipped[2 * starts];
    float *dev_floats, floats[starts];
    double *dev_doubles, doubles[starts];
    int *dev_same, same[32];
    HANDLE_ERROR(cudaMalloc((void **)&dev_all, sizeof all));
    HANDLE_ERROR(cudaMalloc((void **)&dev_bits, sizeof bits));
    HANDLE_ERROR(cudaMalloc((void **)&dev_floats, sizeof floats));
    HANDLE_ERROR(cudaMalloc((void **)&dev_doubles, sizeof doubles));
    HANDLE_ERROR(cudaMalloc((void **)&dev_skipped, sizeof skipped));
    HANDLE_ERROR(cudaMalloc((void **)&dev_same, sizeof same));
    HANDLE_ERROR(cudaMemcpy(dev_all, all, sizeof all, cudaMemcpyHostToDevice));
    from_starts<<<1, starts>>>(dev_all, dev_bits, dev_floats, dev_doubles, dev_skipped);
    skip_or_draw<<<1, 32>>>(dev_same);
    HANDLE_ERROR(cudaMemcpy(bits, dev_bits, sizeof bits, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(floats, dev_floats, sizeof floats, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(doubles, dev_doubles, sizeof doubles, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(skipped, dev_skipped, sizeof skipped, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(same, dev_same, sizeof same, cudaMemcpyDeviceToHost));
    for (int i = 0; i < starts; i++) {
        printf("%llx %llx %llx:", all[i].seed, all[i].subsequence, all[i].offset);
        for (int k = 0; k < numbers; k++)
            printf(" %08x", bits[i * numbers + k]);
        printf(", %a %a, skipped %08x %08x\n", floats[i], doubles[i], skipped[2 * i], skipped[2 * i + 1]);
    }
    int all_same = 1;
    for (int i = 0; i < 32; i++)
        all_same &= same[i];
    printf("skipping and drawing: %s\n", all_same ? "the same" : "different");
    for (void *memory : {(void *)dev_all, (void *)dev_bits, (void *)dev_floats, (void *)dev_doubles,
                         (void *)dev_skipped, (void *)dev_same})
        HANDLE_ERROR(cudaFree(memory));
    return 0;
}
