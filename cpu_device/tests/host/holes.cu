// SPDX-License-Identifier: MIT
// holes.cu: of very many allocations every second one is freed, which takes more mappings than Linux allows a process
// (65530); then all are allocated again.
// CPU exits 0
#include <stdio.h>

const int n = 150000;

__global__ void increment(int *a)
{
    ++*a;
}

int main()
{
    static int *a[n];
    int value;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < n; i++)
            if (a[i] == NULL &&
                (cudaMalloc(&a[i], sizeof(int)) != cudaSuccess || cudaMemset(a[i], 0, 4) != cudaSuccess))
                return 1;
        for (int i = 0; i < n; i += 2) {
            if (cudaFree(a[i]) != cudaSuccess)
                return 1;
            a[i] = NULL;
        }
    }
    for (int i = 1; i < n; i += 2) {
        if (i % 1000 == 1) {
            increment<<<1, 1>>>(a[i]);
            if (cudaMemcpy(&value, a[i], sizeof value, cudaMemcpyDeviceToHost) != cudaSuccess || value != 1)
                return 1;
        }
        if (cudaFree(a[i]) != cudaSuccess)
            return 1;
    }
}
