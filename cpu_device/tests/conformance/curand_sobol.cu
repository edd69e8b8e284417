// SPDX-License-Identifier: MIT
// curand_sobol.cu: Sobol's sequence of 32 bits: direction vectors, in kernels from several places, from the host in
// several dimensions. Integers and uniform numbers bit for bit, normal numbers rounded.
// Errors on purpose.

#include <curand.h>
#include <curand_kernel.h>
#include <stdio.h>

#include "../handle_error.h"

#define SHOW(call) printf("%s: %d\n", #call, (int)(call))

const int dimensions = 20, each = 6;

__global__ void sequence(curandDirectionVectors32_t *vectors, unsigned offset, unsigned *bits, float *floats,
                         double *doubles, float *normals)
{
    curandStateSobol32_t state;
    curand_init(vectors[threadIdx.x], offset, &state);
    for (int i = 0; i < each; i++)
        bits[threadIdx.x * each + i] = curand(&state);
    skipahead(100u, &state);
    for (int i = 0; i < each; i++)
        floats[threadIdx.x * each + i] = curand_uniform(&state);
    for (int i = 0; i < each; i++)
        doubles[threadIdx.x * each + i] = curand_uniform_double(&state);
    for (int i = 0; i < each; i++)
        normals[threadIdx.x * each + i] = curand_normal(&state);
}

template <class T> static void show(const char *what, const T *dev, int count, const char *form)
{
    T host[dimensions * each];
    HANDLE_ERROR(cudaMemcpy(host, dev, count * sizeof(T), cudaMemcpyDeviceToHost));
    printf("%s", what);
    for (int i = 0; i < count; i++)
        printf(form, host[i]);
    printf("\n");
}

int main(void)
{
    curandDirectionVectors32_t *host, *vectors;
    SHOW(curandGetDirectionVectors32(&host, CURAND_DIRECTION_VECTORS_32_JOEKUO6));
    for (int d = 0; d < dimensions; d++) {
        printf("%2d:", d + 1);
        for (int i = 0; i < 32; i += 4)
            printf(" %08x", host[d][i]);
        printf("\n");
    }
    unsigned *bits;
    float *floats, *normals;
    double *doubles;
    const int n = dimensions * each;
    HANDLE_ERROR(cudaMalloc((void **)&vectors, dimensions * sizeof *vectors));
    HANDLE_ERROR(cudaMemcpy(vectors, host, dimensions * sizeof *vectors, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMalloc((void **)&bits, n * sizeof *bits));
    HANDLE_ERROR(cudaMalloc((void **)&floats, n * sizeof *floats));
    HANDLE_ERROR(cudaMalloc((void **)&doubles, n * sizeof *doubles));
    HANDLE_ERROR(cudaMalloc((void **)&normals, n * sizeof *normals));
    for (unsigned offset : {0u, 1u, 1000003u}) {
        printf("offset %u\n", offset);
        sequence<<<1, dimensions>>>(vectors, offset, bits, floats, doubles, normals);
        show("bits", bits, n, " %08x");
        show("uniform", floats, n, " %a");
        show("double", doubles, n, " %a");
        show("normal", normals, n, " %.3f");
    }

    // from the host: all of the first dimension, then all of the second
    curandGenerator_t g;
    SHOW(curandCreateGenerator(&g, CURAND_RNG_QUASI_SOBOL32));
    SHOW(curandGenerate(g, bits, 6));
    show("one dimension", bits, 6, " %08x");
    SHOW(curandGenerate(g, bits, 6));
    show("goes on", bits, 6, " %08x");
    SHOW(curandSetQuasiRandomGeneratorDimensions(g, 0));
    SHOW(curandSetQuasiRandomGeneratorDimensions(g, 3));
    SHOW(curandGenerateUniform(g, floats, 13));
    SHOW(curandSetGeneratorOffset(g, 0));
    SHOW(curandGenerateUniform(g, floats, 12));
    show("three dimensions", floats, 12, " %a");
    SHOW(curandSetGeneratorOffset(g, 5));
    SHOW(curandGenerate(g, bits, 12));
    show("from the sixth", bits, 12, " %08x");
    SHOW(curandSetGeneratorOffset(g, 1));
    SHOW(curandGenerateNormal(g, normals, 9, 10, 2));
    show("normal", normals, 9, " %.3f");
    SHOW(curandGenerateUniformDouble(g, doubles, 9));
    show("double", doubles, 9, " %a");
    SHOW(curandSetPseudoRandomGeneratorSeed(g, 7));
    SHOW(curandDestroyGenerator(g));
    HANDLE_ERROR(cudaFree(vectors));
    HANDLE_ERROR(cudaFree(bits));
    HANDLE_ERROR(cudaFree(floats));
    HANDLE_ERROR(cudaFree(doubles));
    HANDLE_ERROR(cudaFree(normals));
    return 0;
}
