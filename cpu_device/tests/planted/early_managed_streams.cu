// SPDX-License-Identifier: MIT
// early_managed_streams.cu: two streams, each with a managed array; the host refills the first array when the second
// stream is done.
// CPU exits 3
// CPU finds host-too-early
// CPU says at early_managed_streams.cu:{write}: in[0] (1024 bytes from cudaMallocManaged
// CPU says Kernel sum_pairs, launched at early_managed_streams.cu:{launch}, may still be running, and uses this memory
// all exits 0
#include <stdio.h>

const int n = 256;

__global__ void sum_pairs(const int *in, int *out, int distance)
{
    out[threadIdx.x] = in[threadIdx.x] + in[(threadIdx.x + distance) % n];
}

int main()
{
    int *in[2], *out[2], first[2];
    cudaStream_t streams[2];
    for (int s = 0; s < 2; s++) {
        if (cudaMallocManaged(&in[s], n * sizeof(int)) != cudaSuccess ||
            cudaMalloc(&out[s], n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&streams[s]) != cudaSuccess)
            return 1;
        for (int i = 0; i < n; i++)
            in[s][i] = i;
    }
    for (int s = 0; s < 2; s++)
        sum_pairs<<<1, n, 0, streams[s]>>>(in[s], out[s], s + 1); // {launch}
#ifdef FIXED
    cudaStreamSynchronize(streams[0]);
#endif
    cudaStreamSynchronize(streams[1]);
    for (int i = 0; i < n; i++)
        in[0][i] = 2 * i; // {write}
    cudaError_t error = cudaDeviceSynchronize();
    for (int s = 0; s < 2 && error == cudaSuccess; s++)
        error = cudaMemcpy(&first[s], out[s], sizeof(int), cudaMemcpyDeviceToHost);
    for (int s = 0; s < 2; s++) {
        cudaStreamDestroy(streams[s]);
        cudaFree(in[s]);
        cudaFree(out[s]);
    }
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    if (first[0] != 1 || first[1] != 2)
        return 1;
#endif
    return error != cudaSuccess;
}
