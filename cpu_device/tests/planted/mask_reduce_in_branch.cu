// SPDX-License-Identifier: MIT
// mask_reduce_in_branch.cu: half of a warp sums up with a mask that names all of its lanes, and the others wait
// elsewhere.
// Compiled with: -arch=sm_80
// CPU exits 1
// CPU finds divergent-warp
// CPU says 16 threads wait in a vote at mask_reduce_in_branch.cu:{reduce}
// synccheck exits 9
// synccheck prints ERROR SUMMARY: 0 errors
#include <stdio.h>

const int threads = 32;

__global__ void lanes(const int *in, int *out)
{
    const int lane = threadIdx.x;
#ifdef FIXED
    const unsigned half = 0x0000ffff;
#else
    const unsigned half = 0xffffffff;
#endif
    int sum = 0;
    if (lane < 16)
        sum = __reduce_add_sync(half, in[lane]); // {reduce}
    __syncwarp();
    out[lane] = sum;
}

int main()
{
    int host[threads], result[threads] = {}, *in, *out;
    for (int i = 0; i < threads; i++)
        host[i] = i * i % 11;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof result) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof result);
    lanes<<<1, threads>>>(in, out);
    cudaError_t error = cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%s, %d\n", cudaGetErrorString(error), result[threads - 1]);
#ifdef FIXED
    for (int i = 0; i < threads; i++) {
        int sum = 0;
        for (int k = 0; k < 16; k++)
            sum += host[k];
        if (result[i] != (i < 16 ? sum : 0))
            return 1;
    }
#endif
    return error != cudaSuccess;
}
