// SPDX-License-Identifier: MIT
// blocks_mailbox.cu: three buffers between two blocks, one of them always in a mailbox. The writer swaps what it has
// filled for what lies there, the reader what it has read for what is fresh, each by atomicExch with a fence before,
// which ends its use of the old one, and a fence after, which begins that of the new one. Neither waits.
#include <stdio.h>

const int threads = 64, n = 200, rounds = 60, tries = 400;
const unsigned fresh = 4;

struct box {
    unsigned index;
    int buffers[3][n], torn, last, rounds_seen;
};

__global__ void talk(box *b)
{
    __shared__ unsigned mine, first;
    int t = threadIdx.x;
    if (t == 0)
        mine = blockIdx.x == 0 ? 0 : 1;
    __syncthreads();
    if (blockIdx.x == 0) {
        for (int round = 1; round <= rounds; round++) {
            int *to = b->buffers[mine];
            for (int i = t; i < n; i += threads)
                to[i] = round * 1000 + i;
            __syncthreads();
            if (t == 0) {
                __threadfence();
                mine = atomicExch(&b->index, mine | fresh) & 3;
                __threadfence();
            }
            __syncthreads();
        }
    } else {
        int last = 0, seen = 0, wrong = 0;
        for (int i = 0; i < tries && last != rounds; i++) {
            if (t == 0) {
                first = *(volatile unsigned *)&b->index & fresh;
                if (first != 0) {
                    __threadfence();
                    mine = atomicExch(&b->index, mine) & 3;
                    __threadfence();
                } else
                    __nanosleep(100);
            }
            __syncthreads();
            if (first != 0) {
                const int *from = b->buffers[mine];
                int round = from[0] / 1000;
                wrong |= round <= last;
                for (int k = t; k < n; k += threads)
                    wrong |= from[k] != round * 1000 + k;
                last = round;
                seen++;
            }
            __syncthreads();
        }
        wrong = __syncthreads_or(wrong);
        if (t == 0) {
            b->torn = wrong;
            b->last = last;
            b->rounds_seen = seen;
        }
    }
}

int main()
{
    box *dev, host = {};
    host.index = 2;
    if (cudaMalloc(&dev, sizeof host) != cudaSuccess)
        return 1;
    for (int launch = 0; launch < 3; launch++) {
        cudaMemcpy(dev, &host, sizeof host, cudaMemcpyHostToDevice);
        talk<<<2, threads>>>(dev);
        box result;
        if (cudaMemcpy(&result, dev, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess || result.torn != 0 ||
            result.last > rounds || result.rounds_seen > rounds || (result.index & 3) > 2)
            return 1;
    }
    return cudaFree(dev) != cudaSuccess;
}
