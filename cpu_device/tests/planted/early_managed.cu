// SPDX-License-Identifier: MIT
// early_managed.cu: the host reads managed memory that a kernel may still be writing.
// CPU exits 3
// CPU finds host-too-early
// CPU says at early_managed.cu:{read}: total[0] (4 bytes from cudaMallocManaged
// CPU says Kernel count_up, launched at early_managed.cu:{launch}, may still be running, and uses this memory
// all exits 0
#include <stdio.h>

__global__ void count_up(int *total)
{
    for (int i = 0; i < 1000; i++)
        ++*total;
}

int main()
{
    int *total;
    if (cudaMallocManaged(&total, sizeof(int)) != cudaSuccess)
        return 1;
    *total = 0;
    count_up<<<1, 1>>>(total); // {launch}
#ifdef FIXED
    cudaDeviceSynchronize();
#endif
    int seen = *total; // {read}
    printf("%s\n", seen == 1000 ? "1000" : "fewer");
    cudaError_t error = cudaFree(total);
#ifdef FIXED
    if (seen != 1000)
        return 1;
#endif
    return error != cudaSuccess;
}
