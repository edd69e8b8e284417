// SPDX-License-Identifier: MIT
// volatile_chained_scan.cu: each block adds its sum to that of the blocks before it, and then counts itself: the count
// may be seen before the sum. The first block reads the sum before anybody has stored one.
// CPU exits 3
// CPU finds volatile-without-fence: writes {write}, reads {read}
// CPU says variable sum_so_far
// all exits 0
#include <stdio.h>

const int blocks = 24, threads = 64;

__device__ volatile int blocks_done;
__device__ volatile float sum_so_far;

__global__ void scan(const float *in, float *out)
{
    __shared__ float sums[threads], before;
    int t = threadIdx.x, i = blockIdx.x * threads + t;
    sums[t] = in[i];
    __syncthreads();
    for (int d = 1; d < threads; d *= 2) {
        float left = t >= d ? sums[t - d] : 0;
        __syncthreads();
        sums[t] += left;
        __syncthreads();
    }
    if (t == 0) {
        while (blocks_done < (int)blockIdx.x)
            __nanosleep(20);
#ifdef FIXED
        __threadfence();
#endif
        before = sum_so_far;                     // {read}
        sum_so_far = before + sums[threads - 1]; // {write}
#ifdef FIXED
        __threadfence();
#endif
        blocks_done = blockIdx.x + 1;
    }
    __syncthreads();
    out[i] = before + sums[t];
}

int main()
{
    const int n = blocks * threads;
    static float host[n];
    float *in, *out;
    for (int i = 0; i < n; i++)
        host[i] = 1;
    if (cudaMalloc(&in, sizeof host) || cudaMalloc(&out, sizeof host) ||
        cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice))
        return 1;
    scan<<<blocks, threads>>>(in, out);
    if (cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost))
        return 1;
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += host[i] != i + 1;
    printf("%s\n", wrong == 0 ? "right" : "wrong");
    return cudaFree(in) || cudaFree(out);
}
