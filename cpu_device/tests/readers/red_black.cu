// SPDX-License-Identifier: MIT
// red_black.cu: Gauss-Seidel by red and black points for Poisson's equation
// Feature: kernel template on the colour, residual by atomicAdd on double, norms in a struct
#include <cmath>
#include <cstdio>
#include <cstdlib>
enum Colour { RED = 0, BLACK = 1 };
struct Norms {
    double sum;
    unsigned long long points;
};

template <Colour colour> __global__ void relax(double *u, const double *f, int n, double h2, double omega)
{
    int j = blockIdx.y * blockDim.y + threadIdx.y + 1, i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (i > n || j > n || ((i + j) & 1) != colour)
        return;
    int w = n + 2, p = j * w + i;
    double gs = 0.25 * (u[p - 1] + u[p + 1] + u[p - w] + u[p + w] + h2 * f[p]);
    u[p] += omega * (gs - u[p]);
}
__global__ void residual(const double *u, const double *f, int n, double h2, Norms *out)
{
    int j = blockIdx.y * blockDim.y + threadIdx.y + 1, i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (i <= n && j <= n) {
        int w = n + 2, p = j * w + i;
        double r = f[p] + (u[p - 1] + u[p + 1] + u[p - w] + u[p + w] - 4 * u[p]) / h2;
        atomicAdd(&out->sum, r * r);
        atomicAdd(&out->points, 1ull);
    }
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 127, w = n + 2, sweeps = 250;
    const double h = 1.0 / (n + 1), omega = 2 / (1 + sin(M_PI * h));
    double *u, *f;
    Norms *norms;
    cudaMallocManaged(&u, w * w * sizeof(double));
    cudaMallocManaged(&f, w * w * sizeof(double));
    cudaMallocManaged(&norms, sizeof(Norms));
    for (int j = 0; j < w; j++)
        for (int i = 0; i < w; i++)
            u[j * w + i] = 0, f[j * w + i] = 2 * M_PI * M_PI * sin(M_PI * i * h) * sin(M_PI * j * h);
    *norms = Norms{};
    dim3 b(16, 16), g((n + 15) / 16, (n + 15) / 16);
    for (int s = 0; s < sweeps; s++) {
        relax<RED><<<g, b>>>(u, f, n, h * h, omega);
        relax<BLACK><<<g, b>>>(u, f, n, h * h, omega);
    }
    residual<<<g, b>>>(u, f, n, h * h, norms);
    cudaDeviceSynchronize();
    double worst = 0;
    for (int j = 0; j < w; j++)
        for (int i = 0; i < w; i++)
            worst = fmax(worst, fabs(u[j * w + i] - sin(M_PI * i * h) * sin(M_PI * j * h)));
    printf("residual %.3g over %llu points, error %.3g\n", sqrt(norms->sum / norms->points), norms->points, worst);
    bool good = norms->points == (unsigned long long)n * n && worst < h * h;
    cudaFree(u), cudaFree(f), cudaFree(norms);
    return good ? 0 : 1;
}
