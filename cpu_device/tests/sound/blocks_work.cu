// SPDX-License-Identifier: MIT
// blocks_work.cu: a few blocks take pieces of work by atomicAdd until there is none. A piece's input may be what
// another block made of an earlier piece: its flag says when, with fences on both sides. Earlier pieces were taken
// earlier.
#include <stdio.h>

const int threads = 32, blocks = 6, pieces = 40;

__device__ int taken, results[pieces][threads], done[pieces];

__global__ void work()
{
    __shared__ int piece;
    int t = threadIdx.x;
    for (;;) {
        if (t == 0)
            piece = atomicAdd(&taken, 1);
        __syncthreads();
        int mine = piece;
        __syncthreads(); // before piece is written again
        if (mine >= pieces)
            return;
        int value = mine + t;
        if (mine >= 2) {
            if (t < 2) // one waits for each of the two inputs
                while (atomicAdd(&done[t == 0 ? mine / 2 : mine - 2], 0) == 0)
                    __nanosleep(50);
            __threadfence();
            __syncthreads();
            value = (results[mine / 2][t] + results[mine - 2][threads - 1 - t]) % 10007 + 1;
        }
        results[mine][t] = value;
        __syncthreads();
        if (t == 0) {
            __threadfence();
            atomicExch(&done[mine], 1);
        }
    }
}

int main()
{
    static int right[pieces][threads], host[pieces][threads];
    for (int p = 0; p < pieces; p++)
        for (int t = 0; t < threads; t++)
            right[p][t] = p < 2 ? p + t : (right[p / 2][t] + right[p - 2][threads - 1 - t]) % 10007 + 1;
    work<<<blocks, threads>>>();
    if (cudaMemcpyFromSymbol(host, results, sizeof host) != cudaSuccess)
        return 1;
    for (int p = 0; p < pieces; p++)
        for (int t = 0; t < threads; t++)
            if (host[p][t] != right[p][t])
                return 1;
    return 0;
}
