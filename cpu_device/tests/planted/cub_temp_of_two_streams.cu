// SPDX-License-Identifier: MIT
// cub_temp_of_two_streams.cu: two sums in two streams share their temporary storage.
// CPU exits 3
// CPU finds race-between-launches
// CPU says cub_temp_of_two_streams.cu:{first}
// CPU says cub_temp_of_two_streams.cu:{second}
// all exits 0
#include <cub/cub.cuh>
#include <stdio.h>

const int n = 20000;

int main()
{
    static int host[n];
    int *in, *sums;
    void *temp[2];
    size_t bytes = 0;
    cudaStream_t streams[2];
    for (int i = 0; i < n; i++)
        host[i] = 1;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&sums, 2 * sizeof *sums);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cub::DeviceReduce::Sum(nullptr, bytes, in, sums, n);
    cudaMalloc(&temp[0], bytes);
    cudaMalloc(&temp[1], bytes);
    cudaStreamCreate(&streams[0]);
    cudaStreamCreate(&streams[1]);
#ifdef FIXED
    void *second = temp[1];
#else
    void *second = temp[0];
#endif
    cub::DeviceReduce::Sum(temp[0], bytes, in, sums, n / 2, streams[0]);            // {first}
    cub::DeviceReduce::Sum(second, bytes, in + n / 2, sums + 1, n / 2, streams[1]); // {second}
    cudaDeviceSynchronize();
    cudaMemcpy(host, sums, 2 * sizeof *sums, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[0], host[1]);
    for (int i = 0; i < 2; i++)
        cudaFree(temp[i]), cudaStreamDestroy(streams[i]);
    cudaFree(in);
    cudaFree(sums);
}
