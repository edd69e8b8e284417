// SPDX-License-Identifier: MIT
// race_bytes_and_words.cu: some threads clear four flags at once, while others already set theirs.
// CPU exits 3
// CPU finds race-shared: writes {clear}, writes {set}
// CPU says kernel mark, block (0,0,0), flags
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_bytes_and_words.cu:{clear}
#include <stdio.h>

const int threads = 64;

__global__ void mark(unsigned char *out)
{
    __shared__ __align__(4) unsigned char flags[threads];
    int t = threadIdx.x;
    if (t < threads / 4)
        reinterpret_cast<int *>(flags)[t] = 0; // {clear}
#ifdef FIXED
    __syncthreads();
#endif
    if (t % 4 != 0)
        flags[t] = 1; // {set}
    __syncthreads();
    out[t] = flags[t];
}

int main()
{
    unsigned char *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    mark<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d %d\n", cudaGetErrorString(error), out[0], out[1]);
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (out[i] != (i % 4 != 0))
            return 1;
#endif
    return error != cudaSuccess;
}
