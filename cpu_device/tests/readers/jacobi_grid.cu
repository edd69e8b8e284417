// SPDX-License-Identifier: MIT
// jacobi_grid.cu: Jacobi's iteration of Ax=b in one cooperative launch
// Feature: grid.sync(), cudaLaunchCooperativeKernel, occupancy for the size of the grid, cg::reduce
#include <cmath>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <vector>
namespace cg = cooperative_groups;

__global__ void jacobi(const float *A, const float *b, float *x, float *x_new, int n, int iterations, double *error)
{
    cg::grid_group grid = cg::this_grid();
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    const int warps = grid.size() / 32, mine = grid.thread_rank() / 32;
    for (int k = 0; k < iterations; ++k) {
        if (grid.thread_rank() == 0)
            *error = 0;
        grid.sync();
        double sum = 0;
        for (int row = mine; row < n; row += warps) {
            float dot = 0;
            for (int c = warp.thread_rank(); c < n; c += warp.size())
                dot += c == row ? 0.f : A[row * n + c] * x[c];
            dot = cg::reduce(warp, dot, cg::plus<float>());
            if (warp.thread_rank() == 0) {
                x_new[row] = (b[row] - dot) / A[row * n + row];
                sum += fabs(x_new[row] - x[row]);
            }
        }
        if (warp.thread_rank() == 0)
            atomicAdd(error, sum);
        grid.sync();
        float *t = x;
        x = x_new;
        x_new = t;
    }
}

int main(int argc, char **argv)
{
    int n = 256, iterations = 20, supports = 0, perSM = 0;
    cudaDeviceGetAttribute(&supports, cudaDevAttrCooperativeLaunch, 0);
    if (!supports)
        return 77;
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    std::vector<float> A(n * n), b(n), x(n, 0.f);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j)
            A[i * n + j] = i == j ? 2.f * n : 1.f / (1 + (i + j) % 7);
        for (int j = 0; j < n; ++j)
            b[i] += A[i * n + j]; // the solution is all ones
    }
    float *dA, *db, *dx, *dn;
    double *error, h_error;
    cudaMalloc(&dA, n * n * sizeof(float)), cudaMalloc(&db, n * sizeof(float));
    cudaMalloc(&dx, n * sizeof(float)), cudaMalloc(&dn, n * sizeof(float)), cudaMalloc(&error, sizeof(double));
    cudaMemcpy(dA, A.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSM, jacobi, 128, 0);
    int blocks = perSM * prop.multiProcessorCount < 16 ? perSM * prop.multiProcessorCount : 16;
    void *args[] = {(void *)&dA, (void *)&db,         (void *)&dx,   (void *)&dn,
                    (void *)&n,  (void *)&iterations, (void *)&error};
    cudaError_t e = cudaLaunchCooperativeKernel((void *)jacobi, dim3(blocks), dim3(128), args, 0, nullptr);
    if (e != cudaSuccess)
        return printf("%s\n", cudaGetErrorString(e)), 1;
    cudaMemcpy(&h_error, error, sizeof h_error, cudaMemcpyDeviceToHost);
    cudaMemcpy(x.data(), dx, n * sizeof(float), cudaMemcpyDeviceToHost);
    double worst = 0;
    for (float v : x)
        worst = fmax(worst, fabs(v - 1.0));
    printf("last change %g, error %g\n", h_error, worst);
    cudaFree(dA), cudaFree(db), cudaFree(dx), cudaFree(dn), cudaFree(error);
    return !(worst < 1e-5);
}
