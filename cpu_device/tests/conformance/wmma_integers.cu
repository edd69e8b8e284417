// SPDX-License-Identifier: MIT
// wmma_integers.cu: products of matrices of integers of 8 bits, with wrap-around and with saturation.
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

int main()
{
    try_integers<16, 16, 16, signed char>(0x7fffff00);
    try_integers<32, 8, 16, unsigned char>(0x7ffffe00);
    try_integers<8, 32, 16, signed char>(-1000);
    return 0;
}
