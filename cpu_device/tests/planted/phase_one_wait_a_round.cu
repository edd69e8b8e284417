// SPDX-License-Identifier: MIT
// phase_one_wait_a_round.cu: the same with an arrival and a wait of their own.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says Nothing orders line {read} before line {write} of the next round: put another b.arrive_and_wait()
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cuda/barrier>
#include <stdio.h>

const int threads = 64, rounds = 4;

__global__ void shift(int *out)
{
    __shared__ int a[threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> b;
    int t = threadIdx.x;
    if (t == 0)
        init(&b, blockDim.x);
    __syncthreads();
    for (int r = 0; r < rounds; r++) {
        a[t] = 100 * r + t; // {write}
        b.wait(b.arrive());
        out[t] += a[threads - 1 - t]; // {read}
#ifdef FIXED
        b.wait(b.arrive());
#endif
    }
}

int main()
{
    int out[threads], *dev_out;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess || cudaMemset(dev_out, 0, sizeof out) != cudaSuccess)
        return 1;
    shift<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int t = 0; t < threads; t++)
        if (out[t] != 600 + rounds * (threads - 1 - t))
            return 1;
#endif
    return error != cudaSuccess;
}
