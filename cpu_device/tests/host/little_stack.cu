// SPDX-License-Identifier: MIT
// little_stack.cu: with LEFT bytes of a thread's stack left, a kernel does WHAT. little_stack.sh runs it.
#include <alloca.h>
#include <stdio.h>
#include <string.h>

#include "../handle_error.h"

const char *const names[] = {"fine", "null", "past", "host", "index", "misaligned", "atomic", "division", "trap"};

const long stack_size = 576 * 1024; // cpu_device/LIMITS.md

struct everything {
    int *data, *null, *host, zero, which;
    unsigned index;
};

__device__ __noinline__ void access(const everything &e)
{
    __shared__ int shared[32];
    shared[0] = 1;
    switch (e.which) {
    case 0: e.data[0] = shared[0]; break;
    case 1: *e.null = 1; break;                      // {null}
    case 2: e.data[64] = 1; break;                   // {past}
    case 3: *e.host = 1; break;                      // {host}
    case 4: shared[e.index] = 1; break;              // {index}
    case 5: *(int *)((char *)e.data + 2) = 1; break; // {misaligned}
    case 6: atomicAdd(e.null, 1); break;             // {atomic}
    case 7: e.data[0] = 7 / e.zero; break;           // {division}
    case 8: __trap(); break;                         // {trap}
    }
}

__device__ __noinline__ void descend(const everything &e, const char *top, long left)
{
    const char *here = (const char *)__builtin_frame_address(0);
    long take = stack_size - (top - here) - left;
    volatile char *taken = (char *)alloca(take);
    taken[0] = 0;
    access(e);
    taken[take - 1] = 1; // no call at the end, which would leave the frame first
}

__global__ void nearly_full(everything e, long left)
{
    descend(e, (const char *)__builtin_frame_address(0), left);
}

int main(int argc, char **argv)
{
    everything e = {};
    const int kinds = sizeof names / sizeof *names;
    while (argc == 3 && e.which < kinds && strcmp(argv[1], names[e.which]) != 0)
        e.which++;
    if (argc != 3 || e.which == kinds) {
        fprintf(stderr, "usage: little_stack WHAT LEFT\n");
        return 2;
    }
    HANDLE_ERROR(cudaMalloc((void **)&e.data, 64 * sizeof *e.data));
    HANDLE_ERROR(cudaMemset(e.data, 0, 64 * sizeof *e.data));
    e.host = &e.which;
    e.index = 32;
    nearly_full<<<1, 1>>>(e, atol(argv[2]));
    cudaError_t error = cudaDeviceSynchronize();
    int value = 0;
    if (error == cudaSuccess) {
        HANDLE_ERROR(cudaMemcpy(&value, e.data, sizeof value, cudaMemcpyDeviceToHost));
        HANDLE_ERROR(cudaFree(e.data));
    }
    printf("%s, %d\n", cudaGetErrorName(error), value);
    return 0;
}
