// SPDX-License-Identifier: MIT
// pipeline_ptx_not_awaited.cu: cp.async in PTX: the group is committed, and nobody waits for it.
// Compiled with: -arch=sm_80
// CPU exits 3
// CPU finds uninitialized-shared: at {load}
// CPU says The data of an asynchronous copy arrive only when the thread waits for the copy.
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <stdio.h>

const int threads = 64;

__global__ void reverse(const int *in, int *out)
{
    __shared__ int tile[threads];
    unsigned at = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(&in[threadIdx.x]) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
#ifdef FIXED
    asm volatile("cp.async.wait_group 0;" ::: "memory");
#endif
    __syncthreads();
    out[threadIdx.x] = tile[threads - 1 - threadIdx.x]; // {load}
}

int main()
{
    int host[4 * threads], result[threads] = {}, *in, *out;
    for (int i = 0; i < 4 * threads; i++)
        host[i] = i + 1;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof result) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof result);
    reverse<<<1, threads>>>(in, out);
    cudaError_t error = cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%s, %d\n", cudaGetErrorString(error), result[threads - 1]);
#ifdef FIXED
    for (int i = 0; i < threads; i++) {
        if (result[i] != host[threads - 1 - i])
            return 1;
    }
#endif
    return error != cudaSuccess;
}
