// SPDX-License-Identifier: MIT
// blocks_every_atomic.cu: a chain of blocks in which each link is another pair of atomics: the flag is set by every
// function that can change a word, of every type, and waited for by every one that can leave it as it is, also by an
// atomicCAS that fails. The same chain within a block, from warp to warp, with block scope in shared memory.
// Fences and flags mean nothing to racecheck:
// racecheck exits 3
// racecheck prints Race reported
#include <stdio.h>

const int links = 10, threads = 32 * links;

struct flags {
    int number;
    unsigned bits;
    unsigned long long wide;
    float real;
    double precise;
    int handed_on[32];
};

__device__ void set(flags *f, int link)
{
    switch (link) {
    case 0: atomicAdd(&f->number, 1); break;
    case 1: atomicMax(&f->number, 2); break;
    case 2: atomicExch(&f->number, 3); break;
    case 3: atomicCAS(&f->bits, 0u, 4u); break;
    case 4: atomicOr(&f->bits, 1u); break;
    case 5: atomicXor(&f->bits, 2u); break;
    case 6: atomicInc(&f->bits, 100u); break;
    case 7: atomicAdd(&f->wide, 1ull << 40); break;
    case 8: atomicAdd(&f->real, 0.5f); break;
    default: atomicAdd(&f->precise, -2.0);
    }
}

__device__ bool is_set(flags *f, int link)
{
    switch (link) {
    case 0: return atomicCAS(&f->number, 77, 78) >= 1; // fails
    case 1: return atomicMin(&f->number, 1000) >= 2;
    case 2: return atomicAdd(&f->number, 0) >= 3;
    case 3: return atomicAnd(&f->bits, ~0u) >= 4;
    case 4: return (*(volatile unsigned *)&f->bits & 1) != 0;
    case 5: return atomicMax(&f->bits, 0u) >= 7;
    case 6: return atomicXor(&f->bits, 0u) >= 8;
    case 7: return atomicCAS(&f->wide, 1ull << 40, 1ull << 40) >> 40 == 1;
    case 8: return atomicAdd(&f->real, 0.0f) != 0;
    default: return *(volatile double *)&f->precise != 0;
    }
}

__device__ void wait_for(flags *f, int link)
{
    while (!is_set(f, link))
        __nanosleep(20);
}

__device__ flags global_flags;

__global__ void between_blocks()
{
    int lane = threadIdx.x, link = blockIdx.x;
    if (link > 0) {
        wait_for(&global_flags, link - 1); // every lane
        __threadfence();
    }
    int *mine = &global_flags.handed_on[(lane + link) % 32];
    *mine = *mine * 2 + link;
    __syncwarp();
    if (lane == link) {
        __threadfence();
        set(&global_flags, link);
    }
}

__global__ void within(int *out)
{
    __shared__ flags f;
    int lane = threadIdx.x % 32, link = threadIdx.x / 32;
    if (link == 0) {
        f.handed_on[lane] = 0;
        if (lane == 9) {
            f.number = 0;
            f.bits = 0;
            f.wide = 0;
            f.real = 0;
            f.precise = 0;
        }
    }
    __syncthreads();
    if (link > 0) {
        wait_for(&f, link - 1);
        __threadfence_block();
    }
    int *mine = &f.handed_on[(lane + link) % 32];
    *mine = *mine * 2 + link;
    __syncwarp();
    if (lane == link) {
        __threadfence_block();
        set(&f, link);
    }
    if (link == links - 1) {
        wait_for(&f, links - 1);
        __syncwarp();
        out[lane] = f.handed_on[31 - lane];
    }
}

int main()
{
    int *dev, out[32], right = 0;
    flags result;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess)
        return 1;
    between_blocks<<<links, 32>>>();
    within<<<1, threads>>>(dev);
    if (cudaMemcpyFromSymbol(&result, global_flags, sizeof result) != cudaSuccess ||
        cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess || result.precise != -2)
        return 1;
    for (int link = 0; link < links; link++)
        right = right * 2 + link;
    for (int lane = 0; lane < 32; lane++)
        if (out[lane] != right || result.handed_on[lane] != right)
            return 1;
    return cudaFree(dev) != cudaSuccess;
}
