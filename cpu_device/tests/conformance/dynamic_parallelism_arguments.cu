// SPDX-License-Identifier: MIT
// dynamic_parallelism_arguments.cu: a struct with an array of structs, as an argument of a launch in a kernel.
// Compiled with: -rdc=true
#include <stdio.h>

struct step {
    int kind, offset, threads, more;
};
struct plan {
    int count, words, late;
    bool early[2];
    int threads, side, across;
    struct step steps[8];
};

__global__ void add(const struct plan plan, short *none, int *sum)
{
    int all = plan.words + plan.early[0] + 2 * plan.early[1] + (none != NULL);
    for (int i = 0; i < 3; i++)
        all = 10 * all + plan.steps[i].kind + plan.steps[i].offset + plan.steps[i].threads + plan.steps[i].more;
    *sum = all;
}

__global__ void launch(const struct plan plan, int *sum)
{
    add<<<1, 1>>>(plan, NULL, sum);
}

int main(void)
{
    struct plan plan = {3, 3, 3, {true, false}, 3, 3, 3, {{1, 1, 1, 0}, {1, 2, 1, 1}, {2, 2, 0, 2}}};
    int *sum, host[2];
    cudaMalloc((void **)&sum, sizeof host);
    add<<<1, 1>>>(plan, NULL, sum);
    launch<<<1, 1>>>(plan, sum + 1);
    cudaError_t error = cudaMemcpy(host, sum, sizeof host, cudaMemcpyDeviceToHost);
    printf("of the host: %d, of a kernel: %d (%s)\n", host[0], host[1], cudaGetErrorString(error));
    cudaFree(sum);
    return 0;
}
