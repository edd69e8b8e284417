// SPDX-License-Identifier: MIT
// spmv_csr.cu: sparse matrix times vector in CSR: a thread a row, then a warp a row
// Feature: template on the value type, __ldg, warp reduction, functor that is passed to the kernel
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <typename T> struct CsrMatrix {
    int rows, cols, nnz;
    int *rowPtr, *colIdx;
    T *values;
};
struct Identity {
    template <typename T> __device__ T operator()(T x) const
    {
        return x;
    }
};
struct Scale {
    double s;
    template <typename T> __device__ T operator()(T x) const
    {
        return T(s) * x;
    }
};

template <typename T, class Op>
__global__ void spmv_scalar(CsrMatrix<T> A, const T *__restrict__ x, T *__restrict__ y, Op op)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < A.rows) {
        T sum = 0;
        for (int j = A.rowPtr[row]; j < A.rowPtr[row + 1]; ++j)
            sum += A.values[j] * __ldg(&x[A.colIdx[j]]);
        y[row] = op(sum);
    }
}

template <typename T, class Op>
__global__ void spmv_vector(CsrMatrix<T> A, const T *__restrict__ x, T *__restrict__ y, Op op)
{
    const int thread = blockDim.x * blockIdx.x + threadIdx.x, lane = thread & 31;
    for (int row = thread / 32; row < A.rows; row += gridDim.x * blockDim.x / 32) {
        T sum = 0;
        for (int j = A.rowPtr[row] + lane; j < A.rowPtr[row + 1]; j += 32)
            sum += A.values[j] * x[A.colIdx[j]];
        for (int o = 16; o > 0; o >>= 1)
            sum += __shfl_down_sync(0xffffffffu, sum, o);
        if (lane == 0)
            y[row] = op(sum);
    }
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 50000;
    std::vector<int> ptr(1, 0), idx;
    std::vector<double> val, x(n), y(n), expected(n);
    for (int i = 0; i < n; ++i) {
        for (int k = 0, m = 1 + (i * 37) % 23; k < m; ++k) {
            idx.push_back((i + k * k * 97) % n);
            val.push_back(1 + (i + k) % 5);
        }
        ptr.push_back(idx.size());
        x[i] = i % 10;
    }
    for (int i = 0; i < n; ++i)
        for (int j = ptr[i]; j < ptr[i + 1]; ++j)
            expected[i] += val[j] * x[idx[j]];
    CsrMatrix<double> A = {n, n, (int)idx.size()};
    double *dx, *dy;
    cudaMalloc(&A.rowPtr, ptr.size() * sizeof(int)), cudaMalloc(&A.colIdx, idx.size() * sizeof(int));
    cudaMalloc(&A.values, val.size() * sizeof(double));
    cudaMalloc(&dx, n * sizeof(double)), cudaMalloc(&dy, n * sizeof(double));
    cudaMemcpy(A.rowPtr, ptr.data(), ptr.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(A.colIdx, idx.data(), idx.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(A.values, val.data(), val.size() * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(dx, x.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    int wrong = 0;
    spmv_scalar<<<(n + 255) / 256, 256>>>(A, dx, dy, Identity());
    cudaMemcpy(y.data(), dy, n * sizeof(double), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i)
        wrong += y[i] != expected[i];
    cudaMemset(dy, 0, n * sizeof(double));
    spmv_vector<double, Scale><<<64, 128>>>(A, dx, dy, Scale{2.0});
    cudaMemcpy(y.data(), dy, n * sizeof(double), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i)
        wrong += y[i] != 2 * expected[i];
    printf("%d nonzeros, %d wrong\n", A.nnz, wrong);
    cudaFree(A.rowPtr), cudaFree(A.colIdx), cudaFree(A.values), cudaFree(dx), cudaFree(dy);
    return wrong != 0;
}
