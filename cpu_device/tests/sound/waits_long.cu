// SPDX-License-Identifier: MIT
// waits_long.cu: threads that wait for seconds, and rightly so: for a thread that computes and asks now and then
// whether to stop, for a limited number of looks at a flag, and, while the host sleeps, for the host.
// Under these two it takes longer than a test may:
// memcheck exits 9
// initcheck exits 9
#include <stdio.h>
#include <unistd.h>

__global__ void wait_for_work(volatile int *stop, volatile unsigned *result, int rounds, unsigned *out)
{
    if (threadIdx.x == 0) { // works on in its registers: what it reads is always the same
        unsigned x = 1;
        for (int i = 0; i < rounds && *stop == 0; i++)
            x = x * 1664525 + 1013904223;
        *result = x | 1;
    } else {
        while (*result == 0)
            ;
        out[threadIdx.x] = *result;
    }
}

__global__ void look_so_often(volatile int *never, int looks, unsigned *out)
{
    int left = looks;
    while (*never == 0 && left > 0)
        left--;
    out[threadIdx.x] = left;
}

__global__ void wait_for_host(volatile int *flag, unsigned *out)
{
    while (*flag == 0)
        __nanosleep(1000);
    out[threadIdx.x] = 7;
}

int main(void)
{
    int *stop, *from_host, wrong = 0;
    unsigned *result, *out, host[32];
    if (cudaMalloc(&stop, sizeof *stop) != cudaSuccess)
        return 77;
    cudaMalloc(&result, sizeof *result);
    cudaMalloc(&out, sizeof host);
    cudaHostAlloc(&from_host, sizeof *from_host, cudaHostAllocMapped);
    cudaMemset(stop, 0, sizeof *stop);
    cudaMemset(result, 0, sizeof *result);
    cudaMemset(out, 0, sizeof host);

    wait_for_work<<<1, 4>>>(stop, result, 2000000, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    wrong += host[1] == 0 || host[1] != host[3];

    look_so_often<<<1, 2>>>(stop, 2000000, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    wrong += host[0] != 0 || host[1] != 0;

    *from_host = 0;
    wait_for_host<<<1, 32>>>(from_host, out);
    sleep(5);
    *(volatile int *)from_host = 1;
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    wrong += host[0] != 7 || host[31] != 7;
    printf("%d wrong\n", wrong);
    cudaFree(stop);
    cudaFree(result);
    cudaFree(out);
    cudaFreeHost(from_host);
    return wrong != 0;
}
