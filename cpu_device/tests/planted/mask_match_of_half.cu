// SPDX-License-Identifier: MIT
// mask_match_of_half.cu: all lanes look for equal values with a mask that names only the lower half.
// CPU exits 1
// CPU finds lane-outside-mask: at {match}
// all exits 0
#include <stdio.h>

const int threads = 32;

__global__ void lanes(const int *in, int *out)
{
    const int lane = threadIdx.x;
#ifdef FIXED
    const unsigned mask = 0xffffffff;
#else
    const unsigned mask = 0x0000ffff;
#endif
    out[lane] = (int)__match_any_sync(mask, in[lane]); // {match}
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
        unsigned same = 0;
        for (int k = 0; k < 32; k++)
            same |= (unsigned)(host[k] == host[i]) << k;
        if (result[i] != (int)same)
            return 1;
    }
#endif
    return error != cudaSuccess;
}
