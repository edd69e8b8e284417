// SPDX-License-Identifier: MIT
// lu_batched.cu: LU with partial pivoting of many small matrices, one block each
// Feature: template on the size, shared arrays of double and int, argmax by shuffles
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <int N> __global__ void lu(double *matrices, int *pivots)
{
    __shared__ double a[N][N + 1];
    __shared__ int pivot;
    const int t = threadIdx.x;
    double *mine = matrices + (size_t)blockIdx.x * N * N;
    for (int r = 0; r < N; ++r)
        a[r][t] = mine[r * N + t];
    __syncthreads();
    for (int k = 0; k < N; ++k) {
        double best = t >= k ? fabs(a[t][k]) : -1;
        int row = t;
        for (int d = 16; d > 0; d /= 2) {
            double other = __shfl_down_sync(0xffffffff, best, d);
            int otherRow = __shfl_down_sync(0xffffffff, row, d);
            if (other > best)
                best = other, row = otherRow;
        }
        if (t == 0)
            pivots[blockIdx.x * N + k] = pivot = row;
        __syncthreads();
        if (pivot != k) {
            double swap = a[k][t];
            a[k][t] = a[pivot][t];
            a[pivot][t] = swap;
        }
        __syncthreads();
        if (t > k)
            a[t][k] /= a[k][k];
        __syncthreads();
        if (t > k)
            for (int c = k + 1; c < N; ++c)
                a[t][c] -= a[t][k] * a[k][c];
        __syncthreads();
    }
    for (int r = 0; r < N; ++r)
        mine[r * N + t] = a[r][t];
}

int main(int argc, char **argv)
{
    constexpr int N = 32;
    const int batch = argc > 1 ? atoi(argv[1]) : 200;
    std::vector<double> a(batch * N * N), f(a.size());
    std::vector<int> piv(batch * N);
    unsigned state = 1;
    for (auto &x : a)
        x = ((state = state * 1664525u + 1013904223u) >> 8) / double(1 << 24) - .5;
    double *d;
    int *p;
    cudaMalloc(&d, a.size() * sizeof(double)), cudaMalloc(&p, piv.size() * sizeof(int));
    cudaMemcpy(d, a.data(), a.size() * sizeof(double), cudaMemcpyHostToDevice);
    lu<N><<<batch, N>>>(d, p);
    cudaMemcpy(f.data(), d, a.size() * sizeof(double), cudaMemcpyDeviceToHost);
    cudaMemcpy(piv.data(), p, piv.size() * sizeof(int), cudaMemcpyDeviceToHost);
    double worst = 0;
    for (int b = 0; b < batch; ++b) {
        double *m = &a[b * N * N], *l = &f[b * N * N];
        for (int k = 0; k < N; ++k)
            for (int c = 0; c < N; ++c)
                std::swap(m[k * N + c], m[piv[b * N + k] * N + c]);
        for (int r = 0; r < N; ++r)
            for (int c = 0; c < N; ++c) {
                double s = 0;
                for (int k = 0; k <= (r < c ? r : c); ++k)
                    s += (k == r ? 1 : l[r * N + k]) * l[k * N + c];
                worst = fmax(worst, fabs(s - m[r * N + c]));
            }
    }
    printf("PA - LU: %g\n", worst);
    cudaFree(d), cudaFree(p);
    return !(worst < 1e-12);
}
