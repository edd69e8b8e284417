// SPDX-License-Identifier: MIT
// groups_grid_phases.cu: between barriers of the grid, blocks hand on by everything that there is: plain data that
// other blocks read, store over and read again, atomics, flags with fences, shared memory; in two streams, launch upon
// launch.
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int blocks = 6, threads = 40, n = blocks * threads, phases = 12;

__global__ void phase_by_phase(int *values, int *flags, int *counter, int *wrong)
{
    __shared__ int line[threads];
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    int i = grid.thread_rank(), b = grid.block_rank(), t = block.thread_rank();
    for (int phase = 0; phase < phases; phase++) {
        // in each phase, another block has the place
        int mine = (b + phase) % blocks * threads + t;
        values[mine] = phase * n + mine;
        atomicAdd(counter, 1);
        line[t] = mine;
        grid.sync();
        int other = (mine + threads / 2) % n;
        if (values[other] != phase * n + other || line[threads - 1 - t] != mine - t + threads - 1 - t)
            *wrong = 1;
        if (i == 0 && *counter != (phase + 1) * n)
            *wrong = 1;
        if (phase % 3 == 1) { // the first block stores, and the others wait for its flag
            grid.sync();
            if (b == 0) {
                values[t] = -phase;
                __threadfence();
                block.sync();
                if (t == 0)
                    atomicExch(flags, phase);
            } else {
                if (t == 0)
                    while (atomicAdd(flags, 0) != phase)
                        ;
                block.sync();
                __threadfence();
                if (values[threads - 1 - t] != -phase)
                    *wrong = 1;
            }
        }
        grid.sync();
    }
}

int main()
{
    int *values[2], *flags[2], *counters[2], *wrong, any = 0;
    cudaStream_t streams[2];
    if (cudaMalloc(&wrong, sizeof(int)) != cudaSuccess)
        return 1;
    cudaMemset(wrong, 0, sizeof(int));
    for (int s = 0; s < 2; s++) {
        if (cudaStreamCreate(&streams[s]) != cudaSuccess || cudaMalloc(&values[s], n * sizeof(int)) != cudaSuccess ||
            cudaMalloc(&flags[s], sizeof(int)) != cudaSuccess || cudaMalloc(&counters[s], sizeof(int)) != cudaSuccess)
            return 1;
        cudaMemset(flags[s], 0, sizeof(int));
    }
    for (int again = 0; again < 3; again++)
        for (int s = 0; s < 2; s++) {
            cudaMemsetAsync(counters[s], 0, sizeof(int), streams[s]);
            cudaMemsetAsync(flags[s], 0, sizeof(int), streams[s]);
            void *arguments[] = {&values[s], &flags[s], &counters[s], &wrong};
            if (cudaLaunchCooperativeKernel(phase_by_phase, blocks, threads, arguments, 0, streams[s]) != cudaSuccess)
                return 1;
        }
    if (cudaMemcpy(&any, wrong, sizeof any, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int s = 0; s < 2; s++) {
        cudaFree(values[s]);
        cudaFree(flags[s]);
        cudaFree(counters[s]);
        cudaStreamDestroy(streams[s]);
    }
    return cudaFree(wrong) != cudaSuccess || any != 0;
}
