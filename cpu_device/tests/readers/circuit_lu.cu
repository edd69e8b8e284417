// SPDX-License-Identifier: MIT
// circuit_lu.cu: voltages of a ladder of resistors by nodal analysis, for several sources at once
// Feature: cuSOLVER's getrf and getrs with pivots and an info word, a matrix that a kernel stamps by atomics
#include <cuda_runtime.h>
#include <cusolverDn.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CHECK(err)                                                                                                \
    do {                                                                                                               \
        cudaError_t err_ = (err);                                                                                      \
        if (err_ != cudaSuccess) {                                                                                     \
            std::printf("CUDA error %d at %s:%d\n", err_, __FILE__, __LINE__);                                         \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (0)
#define CUSOLVER_CHECK(err)                                                                                            \
    do {                                                                                                               \
        cusolverStatus_t err_ = (err);                                                                                 \
        if (err_ != CUSOLVER_STATUS_SUCCESS) {                                                                         \
            std::printf("cusolver error %d at %s:%d\n", err_, __FILE__, __LINE__);                                     \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (0)

struct resistor {
    int a, b; // nodes; -1: ground
    double ohms;
};

__global__ void stamp(const resistor *parts, int count, double *G, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const resistor r = parts[i];
    const double g = 1.0 / r.ohms;
    if (r.a >= 0)
        atomicAdd(&G[r.a * n + r.a], g);
    if (r.b >= 0)
        atomicAdd(&G[r.b * n + r.b], g);
    if (r.a >= 0 && r.b >= 0) {
        atomicAdd(&G[r.a * n + r.b], -g);
        atomicAdd(&G[r.b * n + r.a], -g);
    }
}

int main(int, char **)
{
    const int n = 120, nrhs = 3, lda = n, ldb = n;
    std::vector<resistor> parts;
    for (int i = 0; i < n; i++) {
        parts.push_back({i, i + 1 < n ? i + 1 : -1, 10.0 + i % 4});
        parts.push_back({i, -1, 100.0 + i % 7});
    }
    std::vector<double> B(n * nrhs, 0.0), X(n * nrhs);
    B[0] = 1.0;            // an ampere into the first node
    B[n + n / 2] = 2.0;    // into the middle one
    B[2 * n + n - 1] = -1; // out of the last one
    resistor *d_parts = nullptr;
    double *d_A = nullptr, *d_B = nullptr, *d_work = nullptr;
    int *d_Ipiv = nullptr, *d_info = nullptr, info = 0, lwork = 0;

    cusolverDnHandle_t cusolverH = NULL;
    cudaStream_t stream = NULL;
    CUSOLVER_CHECK(cusolverDnCreate(&cusolverH));
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CUSOLVER_CHECK(cusolverDnSetStream(cusolverH, stream));
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void **>(&d_parts), sizeof(resistor) * parts.size()));
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void **>(&d_A), sizeof(double) * n * n));
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void **>(&d_B), sizeof(double) * B.size()));
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void **>(&d_Ipiv), sizeof(int) * n));
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void **>(&d_info), sizeof(int)));
    CUDA_CHECK(cudaMemcpyAsync(d_parts, parts.data(), sizeof(resistor) * parts.size(), cudaMemcpyHostToDevice, stream));
    CUDA_CHECK(cudaMemcpyAsync(d_B, B.data(), sizeof(double) * B.size(), cudaMemcpyHostToDevice, stream));
    CUDA_CHECK(cudaMemsetAsync(d_A, 0, sizeof(double) * n * n, stream));
    stamp<<<(unsigned)(parts.size() + 63) / 64, 64, 0, stream>>>(d_parts, (int)parts.size(), d_A, n);
    CUDA_CHECK(cudaGetLastError());

    CUSOLVER_CHECK(cusolverDnDgetrf_bufferSize(cusolverH, n, n, d_A, lda, &lwork));
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void **>(&d_work), sizeof(double) * lwork));
    CUSOLVER_CHECK(cusolverDnDgetrf(cusolverH, n, n, d_A, lda, d_work, d_Ipiv, d_info));
    CUDA_CHECK(cudaMemcpyAsync(&info, d_info, sizeof(int), cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    if (info != 0) {
        std::printf("getrf: info = %d\n", info);
        return 1;
    }
    CUSOLVER_CHECK(cusolverDnDgetrs(cusolverH, CUBLAS_OP_N, n, nrhs, d_A, lda, d_Ipiv, d_B, ldb, d_info));
    CUDA_CHECK(cudaMemcpyAsync(X.data(), d_B, sizeof(double) * X.size(), cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));

    // Kirchhoff: what flows into each node is what the source gives.
    double worst = 0;
    for (int s = 0; s < nrhs; s++) {
        std::vector<double> out(n, 0.0);
        for (const resistor &r : parts) {
            const double va = r.a >= 0 ? X[s * n + r.a] : 0, vb = r.b >= 0 ? X[s * n + r.b] : 0;
            if (r.a >= 0)
                out[r.a] += (va - vb) / r.ohms;
            if (r.b >= 0)
                out[r.b] += (vb - va) / r.ohms;
        }
        for (int i = 0; i < n; i++)
            worst = std::fmax(worst, std::fabs(out[i] - B[s * n + i]));
    }
    std::printf("first node %.4f V, middle %.4f V, last %.4f V; currents off by %.1e A\n", X[0], X[n + n / 2],
                X[2 * n + n - 1], worst);
    CUDA_CHECK(cudaFree(d_parts));
    CUDA_CHECK(cudaFree(d_A));
    CUDA_CHECK(cudaFree(d_B));
    CUDA_CHECK(cudaFree(d_work));
    CUDA_CHECK(cudaFree(d_Ipiv));
    CUDA_CHECK(cudaFree(d_info));
    CUSOLVER_CHECK(cusolverDnDestroy(cusolverH));
    CUDA_CHECK(cudaStreamDestroy(stream));
    return worst < 1e-9 ? EXIT_SUCCESS : EXIT_FAILURE;
}
