// SPDX-License-Identifier: MIT
// phase_same_parity.cu: the consumer waits for the same parity in every round, so from the second round on it does
// not wait.
// CPU exits 3
// CPU finds race-shared
#include <cuda/barrier>
#include <stdio.h>

const int half = 32, rounds = 4;

__global__ void pass_on(int *out)
{
    __shared__ int values[half];
    __shared__ cuda::barrier<cuda::thread_scope_block> full, empty;
    if (threadIdx.x == 0) {
        init(&full, half);
        init(&empty, half);
    }
    __syncthreads();
    int t = threadIdx.x % half, sum = 0;
    for (int round = 0; round < rounds; round++)
        if (threadIdx.x < half) {
            empty.wait_parity((round + 1) % 2); // the first one is over before it began
            values[t] = round + t;              // {store}
            (void)full.arrive();
        } else {
#ifdef MENDED
            full.wait_parity(round % 2);
#else
            full.wait_parity(0);
#endif
            sum += values[(t + 1) % half]; // {load}
            (void)empty.arrive();
        }
    if (threadIdx.x >= half)
        out[t] = sum;
}

int main(void)
{
    int *dev, out[half], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaMemset(dev, 0, sizeof out) != cudaSuccess)
        return 77;
    pass_on<<<1, 2 * half>>>(dev);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < half; i++)
        wrong += out[i] != 6 + rounds * ((i + 1) % half);
    printf("%d wrong\n", wrong);
    cudaFree(dev);
#ifdef MENDED
    return wrong != 0;
#else
    return 0;
#endif
}
