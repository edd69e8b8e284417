// SPDX-License-Identifier: MIT
// wmma_types.cu: products of matrices of integers of 8 bits, with wrap-around and with saturation, of tf32 and of
// double; how many elements of each matrix a lane has; changes of all elements of a fragment.
#include <mma.h>
#include <stdio.h>

using namespace nvcuda;
using wmma::accumulator, wmma::col_major, wmma::fragment, wmma::matrix_a, wmma::matrix_b, wmma::row_major;

template <int m, int n, int k, class T>
__global__ void integers(const T *a, const T *b, const int *c, int *out, bool satf)
{
    fragment<matrix_a, m, n, k, T, row_major> x;
    fragment<matrix_b, m, n, k, T, col_major> y;
    fragment<accumulator, m, n, k, int> sum;
    wmma::load_matrix_sync(x, a, k);
    wmma::load_matrix_sync(y, b, k);
    wmma::load_matrix_sync(sum, c, n, wmma::mem_row_major);
    wmma::mma_sync(sum, x, y, sum, satf);
    wmma::store_matrix_sync(out, sum, m, wmma::mem_col_major);
}

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

template <int m, int n, int k, class T> void try_integers(int c_of_all)
{
    T *a;
    int *c;
    cudaMallocManaged(&a, 1024);
    cudaMallocManaged(&c, 2 * m * n * sizeof(int));
    for (int i = 0; i < 1024; i++)
        a[i] = (T)(i * 83 + i / 7);
    for (int satf = 0; satf < 2; satf++) {
        for (int i = 0; i < m * n; i++)
            c[i] = c_of_all + i;
        integers<m, n, k, T><<<1, 32>>>(a, a + 512, c, c + m * n, satf);
        const cudaError_t error = cudaDeviceSynchronize();
        int wrong = 0;
        for (int i = 0; i < m * n; i++) {
            long long sum = c[i / n * n + i % n];
            for (int step = 0; step < k; step++)
                sum += a[i / n * k + step] * a[512 + i % n * k + step];
            if (satf && sum > 0x7fffffff)
                sum = 0x7fffffff;
            wrong += (int)sum != c[m * n + i % n * m + i / n];
        }
        printf("%dx%dx%d: %d wrong, %d, %s\n", m, n, k, wrong, c[m * n + 5], cudaGetErrorString(error));
    }
    cudaFree(a);
    cudaFree(c);
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
    try_integers<16, 16, 16, signed char>(0x7fffff00);
    try_integers<32, 8, 16, unsigned char>(0x7ffffe00);
    try_integers<8, 32, 16, signed char>(-1000);
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
