// SPDX-License-Identifier: MIT
// mask_elected_alone.cu: an elected lane reserves a place and stores it; the others read it before they have met that
// lane.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds race-shared: writes {store}, reads {load}
// CPU reports 1 to 2: a lane may also read the word before it is written
// racecheck exits 3
// racecheck prints Warning: Race reported between
#include <stdio.h>

const int threads = 32;

__global__ void lanes(const int *in, int *out)
{
    const int lane = threadIdx.x;
    __shared__ int place;
    int elected;
    asm volatile("{\n\t.reg .pred p;\n\telect.sync _|p, 0xffffffff;\n\tselp.s32 %0, 1, 0, p;\n\t}" : "=r"(elected));
    if (elected)
        place = in[5]; // {store}
#ifdef FIXED
    __syncwarp();
#endif
    out[lane] = place + lane; // {load}
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
        if (result[i] != host[5] + i)
            return 1;
    }
#endif
    return error != cudaSuccess;
}
