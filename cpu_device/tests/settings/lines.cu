// SPDX-License-Identifier: MIT
// lines KERNEL: what reports say of lines: which of several comes first, between which a barrier is missing, and whose
// memory lies at a wild address.
// rotate exits 3
// rotate finds race-shared: at {read} and {write}
// rotate says put a __syncthreads() between them, after line {read}.
// neighbors exits 3
// neighbors finds race-global
// neighbors says thread (0,0,0) reads at lines.cu:98
// neighbors says The same at lines.cu:98 and lines.cu:102
// astray exits 3
// astray finds illegal-address: at {astray}
// astray says writes address 0x
#include <stdio.h>
#include <string.h>

// In round 0 each thread reads its own element; in the others, one that another thread stores in the same round.
__global__ void rotate(int *out)
{
    __shared__ int row[64];
    row[threadIdx.x] = threadIdx.x;
    __syncthreads();
    for (int round = 0; round < 4; round++) {
        int next = row[(threadIdx.x + round) % 64]; // {read}
        row[threadIdx.x] = next;                    // {write}
        __syncthreads();
    }
    out[threadIdx.x] = row[threadIdx.x];
}

// The store leads far past both arrays, of which `ends` is the one below.
__global__ void astray(char *text, int *ends)
{
    text[100000000] = 0; // {astray}
    ends[0] = 0;
}

__global__ void neighbors(int *out)
{
#line 98
    out[threadIdx.x ^ 1] += out[threadIdx.x];
#line 102
    out[threadIdx.x ^ 2] += out[threadIdx.x];
}

int main(int argc, char **argv)
{
    const char *kernel = argc == 2 ? argv[1] : "";
    char *text;
    int *out, *ends;
    if (cudaMalloc(&out, 64 * sizeof *out) != cudaSuccess || cudaMalloc(&text, 256) != cudaSuccess ||
        cudaMalloc(&ends, 256) != cudaSuccess)
        return 1;
    cudaMemset(out, 0, 64 * sizeof *out);
    if (strcmp(kernel, "rotate") == 0)
        rotate<<<1, 64>>>(out);
    else if (strcmp(kernel, "neighbors") == 0)
        neighbors<<<1, 64>>>(out);
    else
        astray<<<1, 1>>>(text, ends);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(ends);
    cudaFree(text);
    cudaFree(out);
}
