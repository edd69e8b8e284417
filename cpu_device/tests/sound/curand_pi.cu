// SPDX-License-Identifier: MIT
// curand_pi.cu: pi by random points, drawn by each thread from a state of its own, by Philox in registers, and by the
// host's generator in two streams.
#include <cstdio>
#include <curand.h>
#include <curand_kernel.h>

const int threads = 128, blocks = 4, each = 50;

__global__ void set_up(curandState *states)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(2026, i, 0, &states[i]);
}

__global__ void hits_of_states(curandState *states, unsigned *hits)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandState mine = states[i];
    unsigned count = 0;
    for (int k = 0; k < each; k++) {
        float x = curand_uniform(&mine), y = curand_uniform(&mine);
        count += x * x + y * y <= 1;
    }
    states[i] = mine; // the next launch goes on
    atomicAdd(hits, count);
}

__global__ void hits_of_philox(unsigned *hits)
{
    curandStatePhilox4_32_10_t state;
    curand_init(2026, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
    for (int k = 0; k < each; k++) {
        float4 p = curand_uniform4(&state);
        unsigned count = (p.x * p.x + p.y * p.y <= 1) + (p.z * p.z + p.w * p.w <= 1);
        if (count > 0)
            atomicAdd(hits, count);
    }
}

__global__ void hits_of_points(const float *points, unsigned *hits)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (points[i] * points[i] + points[i + 1] * points[i + 1] <= 1)
        atomicAdd(hits, 1);
}

int main()
{
    const int n = threads * blocks;
    curandState *states;
    unsigned *dev_hits, hits[3];
    float *points[2];
    cudaStream_t streams[2];
    curandGenerator_t generator;
    bool fine = cudaMalloc(&states, n * sizeof *states) == cudaSuccess &&
                cudaMalloc(&dev_hits, sizeof hits) == cudaSuccess &&
                cudaMemset(dev_hits, 0, sizeof hits) == cudaSuccess &&
                curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT) == CURAND_STATUS_SUCCESS;
    set_up<<<blocks, threads>>>(states);
    for (int k = 0; k < 2; k++)
        hits_of_states<<<blocks, threads>>>(states, dev_hits);
    hits_of_philox<<<blocks, threads>>>(dev_hits + 1);
    cudaDeviceSynchronize();
    for (int k = 0; fine && k < 2; k++) { // each stream fills its own points and looks at them
        fine = cudaStreamCreateWithFlags(&streams[k], cudaStreamNonBlocking) == cudaSuccess &&
               cudaMalloc(&points[k], 2 * n * sizeof(float)) == cudaSuccess &&
               curandSetStream(generator, streams[k]) == CURAND_STATUS_SUCCESS &&
               curandGenerateUniform(generator, points[k], 2 * n) == CURAND_STATUS_SUCCESS;
        hits_of_points<<<blocks, threads, 0, streams[k]>>>(points[k], dev_hits + 2);
    }
    cudaDeviceSynchronize();
    fine = fine && cudaMemcpy(hits, dev_hits, sizeof hits, cudaMemcpyDeviceToHost) == cudaSuccess;
    const double pi[] = {4.0 * hits[0] / (2 * n * each), 4.0 * hits[1] / (2 * n * each), 4.0 * hits[2] / (2 * n)};
    printf("%.2f %.2f %.1f\n", pi[0], pi[1], pi[2]);
    for (int k = 0; k < 2; k++) {
        cudaFree(points[k]);
        cudaStreamDestroy(streams[k]);
    }
    cudaFree(states);
    cudaFree(dev_hits);
    curandDestroyGenerator(generator);
    return !(fine && pi[0] > 3.1 && pi[0] < 3.2 && pi[1] > 3.1 && pi[1] < 3.2 && pi[2] > 2.9 && pi[2] < 3.4);
}
