// SPDX-License-Identifier: MIT
// ping_pong.cu: heat spreads for many steps between two buffers, a launch for each two, without waiting in between; in
// a launch, two steps in shared memory with a halo of two.
#include <stdio.h>

const int n = 700, threads = 64, launches = 100;

__global__ void two_steps(const int *in, int *out)
{
    __shared__ int a[threads + 4], b[threads + 2];
    int first = blockIdx.x * threads;
    for (int i = threadIdx.x; i < threads + 4; i += threads) {
        int from = first + i - 2;
        a[i] = from < 0 || from >= n ? 0 : in[from];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < threads + 2; i += threads) {
        int at = first + i - 1;
        b[i] = at < 0 || at >= n ? 0 : (a[i] + 2 * a[i + 1] + a[i + 2]) & 0xffff;
    }
    __syncthreads();
    int at = first + threadIdx.x;
    if (at < n)
        out[at] = (b[threadIdx.x] + 2 * b[threadIdx.x + 1] + b[threadIdx.x + 2]) & 0xffff;
}

int main()
{
    static int host[n], other[n], result[n];
    int *now, *then;
    if (cudaMalloc(&now, sizeof host) != cudaSuccess || cudaMalloc(&then, sizeof host) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        host[i] = i * i % 1000;
    cudaMemcpy(now, host, sizeof host, cudaMemcpyHostToDevice);
    for (int launch = 0; launch < launches; launch++) {
        two_steps<<<(n + threads - 1) / threads, threads>>>(now, then);
        int *old = now;
        now = then;
        then = old;
    }
    if (cudaGetLastError() != cudaSuccess ||
        cudaMemcpy(result, now, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int step = 0; step < 2 * launches; step++) {
        for (int i = 0; i < n; i++)
            other[i] = ((i > 0 ? host[i - 1] : 0) + 2 * host[i] + (i + 1 < n ? host[i + 1] : 0)) & 0xffff;
        for (int i = 0; i < n; i++)
            host[i] = other[i];
    }
    for (int i = 0; i < n; i++)
        if (host[i] != result[i])
            return 1;
    cudaFree(now);
    return cudaFree(then) != cudaSuccess;
}
