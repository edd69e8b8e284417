// SPDX-License-Identifier: MIT
// cholesky.cu: Cholesky of a matrix by columns, three kernels a step
// Feature: kernels in a namespace with using, launches with expressions as grids, lambda for indices
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace chol::kernels
{
__global__ void diagonal(double *a, int n, int k)
{
    a[k * n + k] = sqrt(a[k * n + k]);
}
__global__ void column(double *a, int n, int k)
{
    int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i * n + k] /= a[k * n + k];
}
__global__ void trailing(double *a, int n, int k)
{
    auto index = [n](int row, int col) { return row * n + col; };
    int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x, i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j <= i)
        a[index(i, j)] -= a[index(i, k)] * a[index(j, k)];
}
} // namespace chol::kernels
using namespace chol;

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 200;
    std::vector<double> a(n * n), l(n * n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            a[i * n + j] = i == j ? n : 1.0 / (1 + abs(i - j));
    double *d;
    if (cudaMalloc(&d, n * n * sizeof(double)) || cudaMemcpy(d, &a[0], n * n * sizeof(double), cudaMemcpyHostToDevice))
        return 2;
    for (int k = 0; k < n; ++k) {
        kernels::diagonal<<<1, 1>>>(d, n, k);
        if (int rest = n - k - 1; rest > 0) {
            // clang-format off
            kernels::column<<<(rest + 63) >> 6, 1 << 6>>>(d, n, k);
            // clang-format on
            kernels::trailing<<<dim3((rest + 15) / 16, (rest + 15) / 16), dim3(16, 16)>>>(d, n, k);
        }
    }
    cudaMemcpy(l.data(), d, n * n * sizeof(double), cudaMemcpyDeviceToHost);
    double worst = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) {
            double s = 0;
            for (int k = 0; k <= j; ++k)
                s += l[i * n + k] * l[j * n + k];
            worst = fmax(worst, fabs(s - a[i * n + j]));
        }
    printf("A - LL': %g\n", worst);
    cudaFree(d);
    return !(worst < 1e-11);
}
