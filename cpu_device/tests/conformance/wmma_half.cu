// SPDX-License-Identifier: MIT
// wmma_half.cu: products of matrices of half and of bfloat16 by warps, in all sizes. The numbers
// are small integers, so that every sum is exact.
// Compiled with: -arch=sm_80
#include <mma.h>
#include <stdio.h>

using namespace nvcuda;

const int size = 32 * 16; // of the largest matrix

// Element i of a matrix: -4 to 4, or in c, -100 to 100.
__host__ __device__ inline int element(int i, int seed)
{
    return (i * 7 + i / 5 + seed * 3) % 9 - 4;
}
__host__ __device__ inline int of_c(int i)
{
    return i * 37 % 201 - 100;
}

template <class T> struct matrices {
    T a[size], b[size];
};

template <int m, int n, int k, class T, class A, class B, class C, class D>
__global__ void multiply(const matrices<T> *in, const C *c, D *out, wmma::layout_t layout)
{
    wmma::fragment<wmma::matrix_a, m, n, k, T, A> a;
    wmma::fragment<wmma::matrix_b, m, n, k, T, B> b;
    wmma::fragment<wmma::accumulator, m, n, k, C> sum;
    wmma::fragment<wmma::accumulator, m, n, k, D> result;
    const bool a_by_row = std::is_same<A, wmma::row_major>::value, b_by_row = std::is_same<B, wmma::row_major>::value;
    wmma::load_matrix_sync(a, in->a, a_by_row ? k : m);
    wmma::load_matrix_sync(b, in->b, b_by_row ? n : k);
    wmma::load_matrix_sync(sum, c, layout == wmma::mem_row_major ? n : m, layout);
    wmma::mma_sync(result, a, b, sum);
    wmma::store_matrix_sync(out, result, layout == wmma::mem_row_major ? n : m, layout);
}

template <int m, int n, int k, class T, class A, class B, class C, class D> void try_layout(wmma::layout_t layout)
{
    matrices<T> *in;
    C *c;
    D *out;
    cudaMallocManaged(&in, sizeof *in);
    cudaMallocManaged(&c, m * n * sizeof(C));
    cudaMallocManaged(&out, m * n * sizeof(D));
    for (int i = 0; i < size; i++) {
        in->a[i] = T((float)element(i, 1));
        in->b[i] = T((float)element(i, 2));
    }
    for (int i = 0; i < m * n; i++)
        c[i] = C((float)of_c(i));
    multiply<m, n, k, T, A, B, C, D><<<1, 32>>>(in, c, out, layout);
    const cudaError_t error = cudaDeviceSynchronize();
    int wrong = 0, hash = 0;
    for (int row = 0; row < m; row++)
        for (int column = 0; column < n; column++) {
            const int i = layout == wmma::mem_row_major ? row * n + column : column * m + row;
            int sum = of_c(i);
            for (int step = 0; step < k; step++)
                sum += element(std::is_same<A, wmma::row_major>::value ? row * k + step : step * m + row, 1) *
                       element(std::is_same<B, wmma::row_major>::value ? step * n + column : column * k + step, 2);
            wrong += (float)out[i] != sum;
            hash = hash * 31 + (int)(float)out[i];
        }
    printf("%dx%dx%d, %d and %d bytes, layout %d: %d wrong, %08x, %s\n", m, n, k, (int)sizeof(C), (int)sizeof(D),
           layout, wrong, hash, cudaGetErrorString(error));
    cudaFree(in);
    cudaFree(c);
    cudaFree(out);
}

template <int m, int n, int k> void try_types()
{
    using wmma::row_major, wmma::col_major, wmma::mem_row_major, wmma::mem_col_major;
    try_layout<m, n, k, half, row_major, row_major, float, float>(mem_row_major);
    try_layout<m, n, k, half, col_major, col_major, half, half>(mem_row_major);
    try_layout<m, n, k, __nv_bfloat16, row_major, col_major, float, float>(mem_col_major);
}

int main()
{
    using wmma::row_major, wmma::col_major, wmma::mem_row_major, wmma::mem_col_major;
    try_types<16, 16, 16>();
    try_types<32, 8, 16>();
    try_types<8, 32, 16>();
    try_layout<16, 16, 16, half, row_major, col_major, float, half>(mem_col_major);
    try_layout<16, 16, 16, half, col_major, row_major, half, float>(mem_row_major);
    return 0;
}
