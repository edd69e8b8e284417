// SPDX-License-Identifier: MIT
// wmma_reals.cu: products of matrices of tf32 and of double; how many elements of each matrix a lane has; changes of
// all elements of a fragment.
// Compiled with: -arch=sm_80
#include <mma.h>
#include <stdio.h>

using namespace nvcuda;
using wmma::accumulator, wmma::col_major, wmma::fragment, wmma::matrix_a, wmma::matrix_b, wmma::row_major;

template <class T> __device__ T prepared(T x)
{
    return x;
}
__device__ float prepared(float x)
{
    return wmma::__float_to_tf32(x);
}
template <int m, int n, int k, class T, class S> __global__ void reals(const S *a, const S *b, S *out)
{
    fragment<matrix_a, m, n, k, T, col_major> x;
    fragment<matrix_b, m, n, k, T, row_major> y;
    fragment<accumulator, m, n, k, S> sum;
    wmma::load_matrix_sync(x, a, m);
    wmma::load_matrix_sync(y, b, n);
    wmma::fill_fragment(sum, S(0.5));
    for (int i = 0; i < x.num_elements; i++)
        x.x[i] = prepared(x.x[i]);
    for (S &e : y.x)
        e = prepared(e + 1);
    wmma::mma_sync(sum, x, y, sum);
    for (int i = 0; i < sum.num_elements; i++)
        sum.x[i] *= 2;
    wmma::store_matrix_sync(out, sum, n, wmma::mem_row_major);
}

template <class T> unsigned hash(const T *out, int count)
{
    unsigned h = 2166136261u;
    for (int i = 0; i < count; i++)
        h = (h ^ (unsigned)(int)(out[i] * 2)) * 16777619u;
    return h;
}

template <int m, int n, int k, class T, class S> void try_reals()
{
    S *a;
    cudaMallocManaged(&a, (m * k + k * n + m * n) * sizeof(S));
    for (int i = 0; i < m * k + k * n; i++)
        a[i] = (S)(i * 5 % 17 - 8) / 4;
    reals<m, n, k, T, S><<<1, 32>>>(a, a + m * k, a + m * k + k * n);
    const cudaError_t error = cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < m * n; i++) {
        S sum = 0.5;
        for (int step = 0; step < k; step++)
            sum += a[step * m + i / n] * (a[m * k + step * n + i % n] + 1);
        wrong += a[m * k + k * n + i] != sum * 2;
    }
    printf("%dx%dx%d: %d wrong, %08x, %s\n", m, n, k, wrong, hash(a + m * k + k * n, m * n), cudaGetErrorString(error));
    cudaFree(a);
}

template <int m, int n, int k, class T, class S> void count()
{
    printf("%d %d %d\n", (int)fragment<matrix_a, m, n, k, T, row_major>::num_elements,
           (int)fragment<matrix_b, m, n, k, T, row_major>::num_elements,
           (int)fragment<accumulator, m, n, k, S>::num_elements);
}

__global__ void to_tf32()
{
    const float values[] = {1, 1.00048828125f, 1.000488162f, -3.14159265f, INFINITY};
    for (float x : values)
        printf("%08x ", __float_as_uint(wmma::__float_to_tf32(x)));
    printf("\n");
}

int main()
{
    try_reals<16, 16, 8, wmma::precision::tf32, float>();
    try_reals<8, 8, 4, double, double>();
    count<16, 16, 16, half, float>(), count<32, 8, 16, half, half>(), count<8, 32, 16, half, float>();
    count<16, 16, 16, __nv_bfloat16, float>(), count<32, 8, 16, __nv_bfloat16, float>();
    count<8, 32, 16, signed char, int>(), count<16, 16, 16, unsigned char, int>();
    count<16, 16, 8, wmma::precision::tf32, float>(), count<8, 8, 4, double, double>();
    to_tf32<<<1, 1>>>();
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
