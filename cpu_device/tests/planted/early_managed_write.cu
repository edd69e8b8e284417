// SPDX-License-Identifier: MIT
// early_managed_write.cu: the host prepares the next round in managed memory that a kernel may still be reading.
// CPU exits 3
// CPU finds host-too-early
// CPU says at early_managed_write.cu:{write}:
// CPU says Kernel squares, launched at early_managed_write.cu:{launch}, may still be running, and uses this memory
// all exits 0
#include <stdio.h>

const int n = 256, rounds = 3;

__global__ void squares(const int *in, int *out)
{
    out[threadIdx.x] += in[threadIdx.x] * in[threadIdx.x];
}

int main()
{
    int *in, *out;
    if (cudaMallocManaged(&in, n * sizeof(int)) != cudaSuccess ||
        cudaMallocManaged(&out, n * sizeof(int)) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        out[i] = 0;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < n; i++)
            in[i] = i + round;      // {write}
        squares<<<1, n>>>(in, out); // {launch}
#ifdef FIXED
        cudaDeviceSynchronize();
#endif
    }
    cudaError_t error = cudaDeviceSynchronize();
    int last = out[n - 1], right = 0;
    for (int round = 0; round < rounds; round++)
        right += (n - 1 + round) * (n - 1 + round);
    cudaFree(in);
    cudaFree(out);
    printf("%d\n", last);
#ifdef FIXED
    if (last != right)
        return 1;
#endif
    return error != cudaSuccess || right == 0;
}
