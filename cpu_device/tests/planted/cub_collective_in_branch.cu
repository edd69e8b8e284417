// SPDX-License-Identifier: MIT
// cub_collective_in_branch.cu: only the threads that have an element come to the sum of the block.
// CPU exits 3
// CPU finds divergent-barrier
// CPU says kernel total
// CPU says wait in a collective of CUB at cub_collective_in_branch.cu:{sum}
// racecheck exits 3
// racecheck prints Deadlock detected in Barrier
#include <cub/cub.cuh>
#include <stdio.h>

const int threads = 128, n = 100;

__global__ void total(const int *in, int *out)
{
    using Reduce = cub::BlockReduce<int, threads, cub::BLOCK_REDUCE_RAKING>;
    __shared__ Reduce::TempStorage temp;
    int i = threadIdx.x, sum = 0;
#ifdef FIXED
    sum = Reduce(temp).Sum(i < n ? in[i] : 0);
#else
    if (i < n)
        sum = Reduce(temp).Sum(in[i]); // {sum}
    __syncthreads();
#endif
    if (i == 0)
        *out = sum;
}

int main()
{
    int host[n], *in, *out;
    for (int i = 0; i < n; i++)
        host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof *out);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    total<<<1, threads>>>(in, out);
    cudaError_t error = cudaMemcpy(host, out, sizeof *out, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%s, %d\n", cudaGetErrorString(error), host[0]);
}
