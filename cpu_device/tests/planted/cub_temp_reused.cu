// SPDX-License-Identifier: MIT
// cub_temp_reused.cu: the second sum of a block takes the TempStorage of the first, and no barrier stands between.
// CPU exits 3
// CPU finds race-shared: writes {second}
// CPU says kernel mean_and_spread, block (0,0,0), temp
// CPU says thread (0,0,0) reads at cub_temp_reused.cu:{first}
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cub/cub.cuh>
#include <stdio.h>

const int threads = 128;

__global__ void mean_and_spread(const int *in, int *out)
{
    using Reduce = cub::BlockReduce<int, threads>;
    __shared__ Reduce::TempStorage temp;
    int x = in[threadIdx.x];
    int sum = Reduce(temp).Sum(x); // {first}
#ifdef FIXED
    __syncthreads();
#endif
    int squares = Reduce(temp).Sum(x * x); // {second}
    if (threadIdx.x == 0)
        out[0] = sum, out[1] = squares;
}

int main()
{
    int host[threads], *in, *out;
    for (int i = 0; i < threads; i++)
        host[i] = i % 5;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, 2 * sizeof *out);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    mean_and_spread<<<1, threads>>>(in, out);
    cudaMemcpy(host, out, 2 * sizeof *out, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%d %d\n", host[0], host[1]);
}
