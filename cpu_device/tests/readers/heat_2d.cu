// SPDX-License-Identifier: MIT
// heat_2d.cu: heat in a plate, two buffers swapped by pointers
// Feature: std::swap of device pointers, index macro, fixed heaters in constant memory
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#define I2D(num, c, r) ((r) * (num) + (c))

struct Heater {
    int x, y;
    float t;
};
__constant__ Heater heaters[4];
__constant__ float speed = 0.25f;

__global__ void blend(float *out, const float *in, int ni, int nj)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i > 0 && j > 0 && i < ni - 1 && j < nj - 1) {
        int i00 = I2D(ni, i, j), im10 = I2D(ni, i - 1, j), ip10 = I2D(ni, i + 1, j);
        int i0m1 = I2D(ni, i, j - 1), i0p1 = I2D(ni, i, j + 1);
        out[i00] = in[i00] + speed * (in[im10] + in[ip10] + in[i0m1] + in[i0p1] - 4 * in[i00]);
    } else if (i < ni && j < nj) {
        out[I2D(ni, i, j)] = in[I2D(ni, i, j)];
    }
}
__global__ void copy_const(float *t, int ni)
{
    const Heater &h = heaters[threadIdx.x];
    if (h.t != 0)
        t[I2D(ni, h.x, h.y)] = h.t;
}

int main(int argc, char **argv)
{
    const int ni = 512, nj = 384, steps = argc > 1 ? atoi(argv[1]) : 20;
    Heater h[4] = {{100, 100, 1.f}, {200, 50, .5f}, {300, 300, .75f}, {}};
    cudaMemcpyToSymbol(heaters, h, sizeof(h));
    float *t1, *t2;
    const size_t size = ni * nj * sizeof(float);
    cudaMalloc((void **)&t1, size);
    cudaMalloc((void **)&t2, size);
    cudaMemset(t1, 0, size);
    cudaMemset(t2, 0, size);
    dim3 threads(32, 8), grid((ni + threads.x - 1) / threads.x, (nj + threads.y - 1) / threads.y);
    for (int s = 0; s < steps; s++) {
        copy_const<<<1, 4>>>(t1, ni);
        blend<<<grid, threads>>>(t2, t1, ni, nj);
        std::swap(t1, t2);
    }
    float *gpu = (float *)malloc(size), *a = (float *)calloc(ni * nj, 4), *b = (float *)calloc(ni * nj, 4);
    cudaMemcpy(gpu, t1, size, cudaMemcpyDeviceToHost);
    for (int s = 0; s < steps; s++) {
        for (int k = 0; k < 3; k++)
            a[I2D(ni, h[k].x, h[k].y)] = h[k].t;
        for (int j = 1; j < nj - 1; j++)
            for (int i = 1; i < ni - 1; i++)
                b[I2D(ni, i, j)] =
                    a[I2D(ni, i, j)] + 0.25f * (a[I2D(ni, i - 1, j)] + a[I2D(ni, i + 1, j)] + a[I2D(ni, i, j - 1)] +
                                                a[I2D(ni, i, j + 1)] - 4 * a[I2D(ni, i, j)]);
        std::swap(a, b);
    }
    double worst = 0;
    for (int i = 0; i < ni * nj; i++)
        worst = std::max(worst, (double)std::fabs(gpu[i] - a[i]));
    printf("max error %g\n", worst);
    cudaFree(t1);
    cudaFree(t2);
    free(gpu), free(a), free(b);
    return worst < 1e-6 ? 0 : 1;
}
