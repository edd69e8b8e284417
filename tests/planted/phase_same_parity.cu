// SPDX-License-Identifier: MIT
// phase_same_parity.cu: the consumer waits for the same parity in every round, so from the second round on it does
// not wait.
// CPU exits 3
// CPU finds race-shared
#include <cuda/barrier>
#include <stdio.h>

const int lanes = 32, rounds = 4;

__global__ void pass_on(int *out)
{
    __shared__ int values[lanes];
    __shared__ cuda::barrier<cuda::thread_scope_block> full, empty;
    if (threadIdx.x == 0) {
        init(&full, lanes);
        init(&empty, lanes);
    }
    __syncthreads();
    int t = threadIdx.x % lanes, sum = 0;
    for (int round = 0; round < rounds; round++)
        if (threadIdx.x < lanes) {
            empty.wait_parity((round + 1) % 2); // the first one is over before it began
            values[t] = round + t;              // {store}
            (void)full.arrive();
        } else {
#ifdef MENDED
            full.wait_parity(round % 2);
#else
            full.wait_parity(0);
#endif
            sum += values[(t + 1) % lanes]; // {load}
            (void)empty.arrive();
        }
    if (threadIdx.x >= lanes)
        out[t] = sum;
}

int main(void)
{
    int *dev, out[lanes], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaMemset(dev, 0, sizeof out) != cudaSuccess)
        return 77;
    pass_on<<<1, 2 * lanes>>>(dev);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < lanes; i++)
        wrong += out[i] != 6 + rounds * ((i + 1) % lanes);
    printf("%d wrong\n", wrong);
    cudaFree(dev);
#ifdef MENDED
    return wrong != 0;
#else
    return 0;
#endif
}
