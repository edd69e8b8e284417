// SPDX-License-Identifier: MIT
// shuffle_from_exited.cu: threads without an element return, and the others shuffle with the full mask. What they read
// from a lane that has exited is undefined. The device returns 0, as an H100 does, so the sum is right by luck.
// Programs that fail get a warning; a program that succeeds may have discarded the value.
// CPU exits 0
// CPU prints 820, not 820
#include <stdio.h>

const int n = 40;

__global__ void sum(const int *in, int *out)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    int value = in[i];
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_down_sync(0xffffffff, value, distance);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, value);
}

int main()
{
    int host[n], all = 0, *in, *out;
    for (int i = 0; i < n; i++)
        all += host[i] = i + 1;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof(int));
    cudaMemset(out, 0, sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<1, 64>>>(in, out);
    cudaMemcpy(host, out, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%d, not %d\n", host[0], all);
}
