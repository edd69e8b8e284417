// SPDX-License-Identifier: MIT
// cusolver_by_type.cu: cuSOLVER's functions that are told the type of the elements, with sizes of 64 bits; and the
// eigenvalues and eigenvectors of a matrix of which both are known. A kernel makes each matrix, in the same stream.
#include <cmath>
#include <cstdio>
#include <cusolverDn.h>

const int n = 20;

// min(i, j) + 1: both factors are ones. B is the product with 1, 2, 3, ...
template <class T> __global__ void make(T *a, T *b)
{
    const int i = threadIdx.x;
    T sum = 0;
    for (int j = 0; j < n; j++) {
        a[j * n + i] = (T)(min(i, j) + 1);
        sum += (T)((min(i, j) + 1) * (j + 1));
    }
    b[i] = sum;
}

// 2 in the diagonal and -1 beside it, of which the lower triangle is stored. The eigenvalues are
// 2 - 2 cos(k pi / (n + 1)), and the vectors are sin(i k pi / (n + 1)), for k and i of 1 and on.
__global__ void make_tridiagonal(double *a)
{
    const int j = threadIdx.x;
    for (int i = j; i < n; i++)
        a[j * n + i] = i == j ? 2 : i == j + 1 ? -1 : 0;
}

template <class T> static bool is_solution(const T *dev_x)
{
    T x[n];
    bool fine = !cudaMemcpy(x, dev_x, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        fine &= std::abs(x[i] - (T)(i + 1)) < 1e-3;
    return fine;
}

template <class T>
static bool solves(cusolverDnHandle_t handle, cusolverDnParams_t params, cudaDataType type, cudaStream_t stream)
{
    T *a, *b;
    void *work;
    int64_t *pivots;
    int *info, infos[4] = {-1, -1, -1, -1};
    size_t bytes, more, host_bytes = 1;
    if (cudaMalloc(&a, n * n * sizeof(T)) || cudaMalloc(&b, n * sizeof(T)) || cudaMalloc(&pivots, n * sizeof *pivots) ||
        cudaMalloc(&info, sizeof infos))
        return false;
    bool fine = !cusolverDnXgetrf_bufferSize(handle, params, n, n, type, a, n, type, &bytes, &host_bytes);
    fine &=
        !cusolverDnXpotrf_bufferSize(handle, params, CUBLAS_FILL_MODE_UPPER, n, type, a, n, type, &more, &host_bytes);
    bytes = bytes > more ? bytes : more;
    void *on_host = malloc(host_bytes + 1);
    fine &= !cudaMalloc(&work, bytes);

    make<<<1, n, 0, stream>>>(a, b);
    fine &= !cusolverDnXgetrf(handle, params, n, n, type, a, n, pivots, type, work, bytes, on_host, host_bytes, info);
    fine &= !cusolverDnXgetrs(handle, params, CUBLAS_OP_N, n, 1, type, a, n, pivots, type, b, n, info + 1);
    fine &= !cudaStreamSynchronize(stream) && is_solution(b);

    make<<<1, n, 0, stream>>>(a, b);
    fine &= !cusolverDnXpotrf(handle, params, CUBLAS_FILL_MODE_UPPER, n, type, a, n, type, work, bytes, on_host,
                              host_bytes, info + 2);
    fine &= !cusolverDnXpotrs(handle, params, CUBLAS_FILL_MODE_UPPER, n, 1, type, a, n, type, b, n, info + 3);
    fine &= !cudaStreamSynchronize(stream) && is_solution(b);
    fine &= !cudaMemcpy(infos, info, sizeof infos, cudaMemcpyDeviceToHost);
    for (int i : infos)
        fine &= i == 0;
    free(on_host);
    cudaFree(a);
    cudaFree(b);
    cudaFree(work);
    cudaFree(pivots);
    cudaFree(info);
    return fine;
}

static bool eigenvalues(cusolverDnHandle_t handle, cusolverEigMode_t mode, cudaStream_t stream)
{
    double *a, *values, *work, got[n], vectors[n * n];
    int *info, size, failed = -1;
    if (cudaMalloc(&a, sizeof vectors) || cudaMalloc(&values, sizeof got) || cudaMalloc(&info, sizeof failed))
        return false;
    make_tridiagonal<<<1, n, 0, stream>>>(a);
    bool fine = !cusolverDnDsyevd_bufferSize(handle, mode, CUBLAS_FILL_MODE_LOWER, n, a, n, values, &size);
    fine &= !cudaMalloc(&work, size * sizeof *work);
    fine &= !cusolverDnDsyevd(handle, mode, CUBLAS_FILL_MODE_LOWER, n, a, n, values, work, size, info);
    fine &= !cudaStreamSynchronize(stream);
    fine &= !cudaMemcpy(&failed, info, sizeof failed, cudaMemcpyDeviceToHost) && failed == 0;
    cudaMemcpy(got, values, sizeof got, cudaMemcpyDeviceToHost);
    const double step = acos(-1.0) / (n + 1);
    for (int k = 1; k <= n; k++)
        fine &= std::abs(got[k - 1] - (2 - 2 * cos(k * step))) < 1e-12;
    if (mode == CUSOLVER_EIG_MODE_VECTOR) {
        cudaMemcpy(vectors, a, sizeof vectors, cudaMemcpyDeviceToHost);
        for (int k = 1; k <= n; k++) {
            const double sign = vectors[(k - 1) * n] < 0 ? -1 : 1; // which one is up to the library
            for (int i = 1; i <= n; i++)
                fine &= std::abs(sign * vectors[(k - 1) * n + i - 1] - sqrt(2.0 / (n + 1)) * sin(i * k * step)) < 1e-12;
        }
    }
    cudaFree(a);
    cudaFree(values);
    cudaFree(work);
    cudaFree(info);
    return fine;
}

int main()
{
    cusolverDnHandle_t handle;
    cusolverDnParams_t params;
    cudaStream_t stream;
    if (cusolverDnCreate(&handle) || cusolverDnCreateParams(&params) ||
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) || cusolverDnSetStream(handle, stream) ||
        cusolverDnSetAdvOptions(params, CUSOLVERDN_GETRF, CUSOLVER_ALG_0))
        return 1;
    bool fine = solves<float>(handle, params, CUDA_R_32F, stream) && solves<double>(handle, params, CUDA_R_64F, stream);
    fine = fine && eigenvalues(handle, CUSOLVER_EIG_MODE_NOVECTOR, stream);
    fine = fine && eigenvalues(handle, CUSOLVER_EIG_MODE_VECTOR, stream);
    cusolverDnDestroyParams(params);
    cusolverDnDestroy(handle);
    cudaStreamDestroy(stream);
    printf(fine ? "The solutions are right.\n" : "FAILED\n");
    return fine ? 0 : 1;
}
