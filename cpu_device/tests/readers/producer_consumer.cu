// SPDX-License-Identifier: MIT
// producer_consumer.cu: one warp of a block fills a ring, the others empty it
// Feature: volatile counters in shared memory with fences, warp roles, __nanosleep in waits
#include <cstdio>
#include <cstdlib>
#include <vector>
#define SLOTS 4
#define CONSUMERS 3

struct Ring {
    float data[SLOTS][32];
    volatile unsigned head, tail[CONSUMERS];
};

__global__ void pipeline(const float *in, float *out, int items)
{
    __shared__ Ring ring;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        ring.head = 0;
    if (threadIdx.x < CONSUMERS)
        ring.tail[threadIdx.x] = 0;
    __syncthreads();
    if (warp == 0) { // the producer
        for (unsigned i = 0; i < items; ++i) {
            if (lane < CONSUMERS)
                while (i - ring.tail[lane] >= SLOTS)
                    __nanosleep(20);
            __threadfence_block();
            __syncwarp();
            ring.data[i % SLOTS][lane] = in[(blockIdx.x * items + i) * 32 + lane];
            __threadfence_block();
            __syncwarp();
            if (lane == 0)
                ring.head = i + 1;
        }
    } else { // each consumer takes every item, and its own part of the work
        float sum = 0;
        for (unsigned i = 0; i < items; ++i) {
            if (lane == 0)
                while (ring.head <= i)
                    __nanosleep(20);
            __threadfence_block();
            __syncwarp();
            float v = ring.data[i % SLOTS][lane];
            sum += warp == 1 ? v : warp == 2 ? v * v : -v;
            __threadfence_block();
            __syncwarp();
            if (lane == 0)
                ring.tail[warp - 1] = i + 1;
        }
        out[(blockIdx.x * CONSUMERS + warp - 1) * 32 + lane] = sum;
    }
}

int main(int argc, char **argv)
{
    const int items = argc > 1 ? atoi(argv[1]) : 100, blocks = 16;
    std::vector<float> in(items * blocks * 32), out(blocks * CONSUMERS * 32);
    for (size_t i = 0; i < in.size(); ++i)
        in[i] = i % 5;
    float *d_in, *d_out;
    cudaMalloc(&d_in, in.size() * 4), cudaMalloc(&d_out, out.size() * 4);
    cudaMemcpy(d_in, in.data(), in.size() * 4, cudaMemcpyHostToDevice);
    pipeline<<<blocks, 32 * (CONSUMERS + 1)>>>(d_in, d_out, items);
    cudaMemcpy(out.data(), d_out, out.size() * 4, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int b = 0; b < blocks; ++b)
        for (int l = 0; l < 32; ++l) {
            float s[3] = {};
            for (int i = 0; i < items; ++i) {
                float v = in[(b * items + i) * 32 + l];
                s[0] += v, s[1] += v * v, s[2] -= v;
            }
            for (int c = 0; c < 3; ++c)
                wrong += s[c] != out[(b * CONSUMERS + c) * 32 + l];
        }
    printf("%d sums wrong\n", wrong);
    cudaFree(d_in);
    cudaFree(d_out);
    return wrong != 0;
}
