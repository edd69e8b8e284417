// SPDX-License-Identifier: MIT
// managed_halves.cu: the host works on one half of a managed array while a kernel works on the other; both read a table
// in managed memory at the same time.
#include <stdio.h>

const int half = 1 << 10, rounds = 8;

__global__ void scale(int *mine, const int *table)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    mine[i] = mine[i] * table[i % 4];
}

int main()
{
    int *all, *table, wrong = 0;
    if (cudaMallocManaged(&all, 2 * half * sizeof(int)) != cudaSuccess ||
        cudaMallocManaged(&table, 4 * sizeof(int)) != cudaSuccess)
        return 1;
    for (int i = 0; i < 2 * half; i++)
        all[i] = 1;
    for (int i = 0; i < 4; i++)
        table[i] = i % 2 + 1;
    for (int round = 0; round < rounds; round++) {
        int *first = all + round % 2 * half, *second = all + (1 - round % 2) * half;
        scale<<<half / 256, 256>>>(first, table);
        for (int i = 0; i < half; i++)
            second[i] = second[i] * table[i % 4];
        if (cudaDeviceSynchronize() != cudaSuccess)
            return 1;
    }
    for (int i = 0; i < 2 * half; i++)
        wrong += all[i] != (i % 2 ? 1 << rounds : 1);
    cudaFree(all);
    cudaFree(table);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
