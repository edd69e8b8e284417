// SPDX-License-Identifier: MIT
// sobol_volume.cu: volumes of balls in two to six dimensions by quasirandom points, in kernels and from the host
// Feature: curandStateSobol32 with direction vectors from curandGetDirectionVectors32, a quasirandom host generator
#include <curand.h>
#include <curand_kernel.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#define CUDA_CALL(x)                                                                                                   \
    do {                                                                                                               \
        if ((x) != cudaSuccess) {                                                                                      \
            printf("Error at %s:%d\n", __FILE__, __LINE__);                                                            \
            return EXIT_FAILURE;                                                                                       \
        }                                                                                                              \
    } while (0)
#define CURAND_CALL(x)                                                                                                 \
    do {                                                                                                               \
        if ((x) != CURAND_STATUS_SUCCESS) {                                                                            \
            printf("Error at %s:%d\n", __FILE__, __LINE__);                                                            \
            return EXIT_FAILURE;                                                                                       \
        }                                                                                                              \
    } while (0)

const int DIMENSIONS = 6, THREADS = 64, BLOCKS = 16, PER_THREAD = 64;

__global__ void setup_kernel(curandDirectionVectors32_t *vectors, curandStateSobol32 *state)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    for (int d = 0; d < DIMENSIONS; d++) // each thread has its own part of the sequence in each dimension
        curand_init(vectors[d], id * PER_THREAD, &state[DIMENSIONS * id + d]);
}

__global__ void count_inside(curandStateSobol32 *states, unsigned long long *inside)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curandStateSobol32 state[DIMENSIONS];
    unsigned long long count[DIMENSIONS + 1] = {0};
    for (int d = 0; d < DIMENSIONS; d++)
        state[d] = states[DIMENSIONS * id + d];
    for (int i = 0; i < PER_THREAD; i++) {
        double r2 = 0;
        for (int d = 0; d < DIMENSIONS; d++) {
            double x = curand_uniform(&state[d]);
            r2 += x * x;
            count[d + 1] += r2 <= 1;
        }
    }
    for (int d = 2; d <= DIMENSIONS; d++)
        atomicAdd(&inside[d], count[d]);
}

int main()
{
    const int n = THREADS * BLOCKS * PER_THREAD;
    curandStateSobol32 *states;
    curandDirectionVectors32_t *hostVectors, *vectors;
    unsigned long long *inside, count[DIMENSIONS + 1];
    CURAND_CALL(curandGetDirectionVectors32(&hostVectors, CURAND_DIRECTION_VECTORS_32_JOEKUO6));
    CUDA_CALL(cudaMalloc((void **)&vectors, DIMENSIONS * sizeof(curandDirectionVectors32_t)));
    CUDA_CALL(
        cudaMemcpy(vectors, hostVectors, DIMENSIONS * sizeof(curandDirectionVectors32_t), cudaMemcpyHostToDevice));
    CUDA_CALL(cudaMalloc((void **)&states, THREADS * BLOCKS * DIMENSIONS * sizeof(curandStateSobol32)));
    CUDA_CALL(cudaMalloc((void **)&inside, sizeof count));
    CUDA_CALL(cudaMemset(inside, 0, sizeof count));
    setup_kernel<<<BLOCKS, THREADS>>>(vectors, states);
    count_inside<<<BLOCKS, THREADS>>>(states, inside);
    CUDA_CALL(cudaMemcpy(count, inside, sizeof count, cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int d = 2; d <= DIMENSIONS; d++) {
        const double volume = pow(2, d) * count[d] / n, exact = pow(M_PI, d / 2.0) / tgamma(d / 2.0 + 1);
        printf("%d dimensions: %.4f, exactly %.4f\n", d, volume, exact);
        wrong += !(fabs(volume - exact) < 0.02 * exact);
    }

    // The same points from the host: all of the first dimension, then all of the second.
    curandGenerator_t generator;
    const int m = 5000;
    float *dev, *host = (float *)malloc(2 * m * sizeof(float));
    CUDA_CALL(cudaMalloc((void **)&dev, 2 * m * sizeof(float)));
    CURAND_CALL(curandCreateGenerator(&generator, CURAND_RNG_QUASI_SOBOL32));
    CURAND_CALL(curandSetQuasiRandomGeneratorDimensions(generator, 2));
    CURAND_CALL(curandGenerateUniform(generator, dev, 2 * m));
    CUDA_CALL(cudaMemcpy(host, dev, 2 * m * sizeof(float), cudaMemcpyDeviceToHost));
    int hits = 0;
    for (int i = 0; i < m; i++)
        hits += host[i] * host[i] + host[m + i] * host[m + i] <= 1;
    printf("pi is about %.4f\n", 4.0 * hits / m);
    wrong += !(fabs(4.0 * hits / m - M_PI) < 0.01);
    CURAND_CALL(curandDestroyGenerator(generator));
    CUDA_CALL(cudaFree(dev));
    CUDA_CALL(cudaFree(states));
    CUDA_CALL(cudaFree(vectors));
    CUDA_CALL(cudaFree(inside));
    free(host);
    return wrong;
}
