// SPDX-License-Identifier: MIT
// particles_rdc: particles whose class lies in other files than the kernel
// Options: -rdc=true
// Feature: separate compilation, extern __constant__ and __device__ variables, member functions of other files
#include "particle.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void advanceParticles(float dt, particle *pArray, int nParticles)
{
    int idx = threadIdx.x + blockIdx.x * blockDim.x;
    if (idx < nParticles) {
        pArray[idx].advance(dt * time_step);
        atomicAdd(&steps_taken, 1ull);
    }
}

int main(int argc, char **argv)
{
    cudaError_t error;
    int n = 100000;
    if (argc > 1)
        n = atoi(argv[1]);
    std::vector<particle> pArray(n);
    for (int i = 0; i < n; i++)
        pArray[i].init(i);
    std::vector<particle> ref = pArray;
    particle *devPArray = NULL;
    cudaMalloc(&devPArray, n * sizeof(particle));
    cudaDeviceSynchronize();
    error = cudaGetLastError();
    if (error != cudaSuccess)
        return printf("0 %s\n", cudaGetErrorString(error)), 1;
    float two = 2.f;
    cudaMemcpyToSymbol(time_step, &two, sizeof two);
    cudaMemcpy(devPArray, pArray.data(), n * sizeof(particle), cudaMemcpyHostToDevice);
    const int steps = 5;
    for (int i = 0; i < steps; i++)
        advanceParticles<<<1 + n / 256, 256>>>(0.5f * i, devPArray, n);
    unsigned long long taken = 0;
    cudaMemcpyFromSymbol(&taken, steps_taken, sizeof taken);
    cudaMemcpy(pArray.data(), devPArray, n * sizeof(particle), cudaMemcpyDeviceToHost);
    v3 total, expected;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < steps; k++)
            ref[i].advance(0.5f * k * 2);
        const v3 &a = pArray[i].getTotalDistance(), &b = ref[i].getTotalDistance();
        total.x += a.x, total.y += a.y, total.z += a.z;
        expected.x += b.x, expected.y += b.y, expected.z += b.z;
    }
    float off = std::fabs(total.x - expected.x) + std::fabs(total.y - expected.y) + std::fabs(total.z - expected.z);
    printf("Moved %d particles %d steps (%llu). Average distance traveled is |(%f, %f, %f)|\n", n, steps, taken,
           total.x / n, total.y / n, total.z / n);
    cudaFree(devPArray);
    return !(taken == (unsigned long long)n * steps && off / n < 1e-2f);
}
