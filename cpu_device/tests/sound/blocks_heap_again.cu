// SPDX-License-Identifier: MIT
// blocks_heap_again.cu: blocks take memory from the kernels' heap, write and read it with all their threads, and give
// it back, so that others get the same addresses, at the same time and in the next launch; a list of pieces goes from
// block to block by a flag, and is freed where it arrives.
#include <stdio.h>

const int threads = 32, blocks = 10, rounds = 5;

struct piece {
    piece *next;
    int number;
};

__device__ piece *handed[blocks];
__device__ volatile int ready[blocks];
__device__ int bad;

__global__ void use(int launch, int *out)
{
    __shared__ int *scratch;
    int t = threadIdx.x, b = blockIdx.x, sum = 0;
    for (int round = 0; round < rounds; round++) {
        if (t == round)
            scratch = (int *)malloc((threads + round) * sizeof(int));
        __syncthreads();
        int *mine = scratch;
        if (mine == NULL)
            atomicAdd(&bad, 1);
        else {
            mine[t] = b * 100 + t + round;
            if (t < round)
                mine[threads + t] = t;
            __syncthreads();
            sum += mine[threads - 1 - t] + mine[threads + round - 1] % 100;
        }
        __syncthreads();
        if (t == threads - 1 - round)
            free(mine);
    }
    out[b * threads + t] = sum;
    if (t == 0 && b % 2 == 0) {
        piece *first = NULL;
        for (int i = 0; i < 4; i++) {
            piece *p = new piece;
            p->next = first;
            p->number = b + i;
            first = p;
        }
        handed[b] = first;
        __threadfence();
        ready[b] = launch;
    } else if (t == 0) {
        while (ready[b - 1] != launch)
            __nanosleep(20);
        __threadfence();
        int all = 0;
        for (piece *p = handed[b - 1]; p != NULL;) {
            piece *next = p->next;
            all += p->number;
            delete p;
            p = next;
        }
        if (all != 4 * (b - 1) + 6)
            atomicAdd(&bad, 1);
    }
}

int main()
{
    int *dev, out[blocks * threads], wrong;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess)
        return 1;
    for (int launch = 1; launch <= 3; launch++) {
        use<<<blocks, threads>>>(launch, dev);
        if (cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess ||
            cudaMemcpyFromSymbol(&wrong, bad, sizeof wrong) != cudaSuccess || wrong != 0)
            return 1;
        for (int i = 0; i < blocks * threads; i++) {
            int b = i / threads, sum = 0;
            for (int round = 0; round < rounds; round++) {
                sum += b * 100 + threads - 1 - i % threads + round;
                sum += round == 0 ? (b * 100 + threads - 1) % 100 : round - 1;
            }
            if (out[i] != sum)
                return 1;
        }
    }
    return cudaFree(dev) != cudaSuccess;
}
