// SPDX-License-Identifier: MIT
// cublas_float_sums.cu: norms and sums of millions of floats, and products with long rows, compared with sums of
// doubles. cuBLAS adds in a tree, so that the error is about 1e-6.
#include <cublas_v2.h>
#include <math.h>
#include <stdio.h>
#include <vector>

static int wrong;

static void expect(const char *name, int n, double got, double want)
{
    const double error = fabs(got / want - 1);
    if (!(error <= 1e-5)) {
        printf("%s of %d: relative error %.1e\n", name, n, error);
        wrong = 1;
    }
}

static void vectors(cublasHandle_t handle, const float *x, int n, double sum, double squares)
{
    float norm, dot, total, backwards;
    cuComplex product;
    wrong |= cublasSnrm2(handle, n, x, 1, &norm) || cublasSdot(handle, n, x, 1, x, 1, &dot) ||
             cublasSasum(handle, n, x, 1, &total) || cublasSdot(handle, n / 2, x, -2, x, -2, &backwards) ||
             cublasCdotc(handle, n / 2, (const cuComplex *)x, 1, (const cuComplex *)x, 1, &product);
    expect("norm", n, norm, sqrt(squares));
    expect("dot product", n, dot, squares);
    expect("sum", n, total, sum);
    expect("complex dot product", n, product.x, squares);
    double even = 0;
    for (int i = 0; i < n; i += 2)
        even += (double)((i + 1) % 7) * ((i + 1) % 7);
    expect("dot product backwards", n, backwards, even);
}

static void products(cublasHandle_t handle, const float *x, int n)
{
    const float one = 1, two = 2;
    float *dev, got[4] = {10, 20, 30, 40};
    wrong |= cudaMalloc(&dev, sizeof got) || cudaMemcpy(dev, got, sizeof got, cudaMemcpyHostToDevice);
    // y = A x + 2 y, A of 2 rows; and C = B B^T + 2 C, B the same
    double y[2] = {}, c[4] = {};
    for (int i = 0; i < n / 2; i++) {
        const double b[2] = {(double)((2 * i + 1) % 7), (double)((2 * i + 2) % 7)}, v = (i + 1) % 7;
        for (int row = 0; row < 2; row++) {
            y[row] += b[row] * v;
            for (int column = 0; column < 2; column++)
                c[2 * column + row] += b[row] * b[column];
        }
    }
    wrong |= cublasSgemv(handle, CUBLAS_OP_N, 2, n / 2, &one, x, 2, x, 1, &two, dev, -1) ||
             cudaMemcpy(got, dev, sizeof got, cudaMemcpyDeviceToHost);
    expect("gemv", n, got[1], y[0] + 40);
    expect("gemv", n, got[0], y[1] + 20);
    const float old[4] = {10, 20, 30, 40};
    wrong |= cudaMemcpy(dev, old, sizeof old, cudaMemcpyHostToDevice) ||
             cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, n / 2, &one, x, 2, x, 2, &two, dev, 2) ||
             cudaMemcpy(got, dev, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; i++)
        expect("gemm", n, got[i], c[i] + 2 * old[i]);
    wrong |= cudaMemcpy(dev, old, sizeof old, cudaMemcpyHostToDevice) ||
             cublasSgemv(handle, CUBLAS_OP_T, n / 2, 2, &one, x, n / 2, x, 1, &two, dev, 1) ||
             cudaMemcpy(got, dev, sizeof got, cudaMemcpyDeviceToHost);
    double transposed[2] = {};
    for (int i = 0; i < n / 2; i++)
        for (int column = 0; column < 2; column++)
            transposed[column] += (double)((i + 1 + column * (n / 2)) % 7) * ((i + 1) % 7);
    expect("gemv, transposed", n, got[0], transposed[0] + 20);
    expect("gemv, transposed", n, got[1], transposed[1] + 40);
    wrong |= cudaFree(dev) != cudaSuccess;
}

int main()
{
    cublasHandle_t handle;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
        return 1;
    for (int n = 1 << 10; n <= 1 << 22; n *= 16) {
        std::vector<float> x(n);
        double sum = 0, squares = 0;
        for (int i = 0; i < n; i++) {
            x[i] = (i + 1) % 7;
            sum += x[i];
            squares += (double)x[i] * x[i];
        }
        float *dev;
        if (cudaMalloc(&dev, n * sizeof(float)) != cudaSuccess ||
            cudaMemcpy(dev, x.data(), n * sizeof(float), cudaMemcpyHostToDevice) != cudaSuccess)
            return 1;
        vectors(handle, dev, n, sum, squares);
        products(handle, dev, n);
        cudaFree(dev);
    }
    return cublasDestroy(handle) != CUBLAS_STATUS_SUCCESS || wrong;
}
