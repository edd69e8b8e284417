// SPDX-License-Identifier: MIT
// k_means.cu: k-means of points in the plane, sums by shared atomics
// Feature: struct of arrays, two kinds of dynamic shared memory from one array, float atomics
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <iostream>
#include <numeric>
#include <random>
#include <vector>

struct Data {
    explicit Data(int size) : size(size), bytes(size * sizeof(float))
    {
        cudaMalloc(&x, bytes);
        cudaMalloc(&y, bytes);
    }
    Data(int size, std::vector<float> &h_x, std::vector<float> &h_y) : Data(size)
    {
        cudaMemcpy(x, h_x.data(), bytes, cudaMemcpyHostToDevice);
        cudaMemcpy(y, h_y.data(), bytes, cudaMemcpyHostToDevice);
    }
    ~Data()
    {
        cudaFree(x);
        cudaFree(y);
    }
    void clear()
    {
        cudaMemset(x, 0, bytes);
        cudaMemset(y, 0, bytes);
    }
    float *x{nullptr}, *y{nullptr};
    int size{0}, bytes{0};
};

__device__ float squared_l2_distance(float x_1, float y_1, float x_2, float y_2)
{
    return (x_1 - x_2) * (x_1 - x_2) + (y_1 - y_2) * (y_1 - y_2);
}

__global__ void assign_clusters(const float *x, const float *y, int n, const float *mx, const float *my, float *sx,
                                float *sy, int k, int *counts)
{
    extern __shared__ unsigned char shared[];
    float *sumX = reinterpret_cast<float *>(shared), *sumY = sumX + k;
    int *count = reinterpret_cast<int *>(sumY + k);
    for (int c = threadIdx.x; c < k; c += blockDim.x)
        sumX[c] = sumY[c] = 0.f, count[c] = 0;
    __syncthreads();
    const int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index < n) {
        float best = FLT_MAX;
        int best_cluster = 0;
        for (int c = 0; c < k; ++c) {
            const float distance = squared_l2_distance(x[index], y[index], mx[c], my[c]);
            if (distance < best)
                best = distance, best_cluster = c;
        }
        atomicAdd(&sumX[best_cluster], x[index]);
        atomicAdd(&sumY[best_cluster], y[index]);
        atomicAdd(&count[best_cluster], 1);
    }
    __syncthreads();
    for (int c = threadIdx.x; c < k; c += blockDim.x) {
        atomicAdd(sx + c, sumX[c]);
        atomicAdd(sy + c, sumY[c]);
        atomicAdd(counts + c, count[c]);
    }
}

__global__ void compute_new_means(float *mx, float *my, const float *sx, const float *sy, const int *counts)
{
    const int cluster = threadIdx.x;
    const int count = max(1, counts[cluster]);
    mx[cluster] = sx[cluster] / count;
    my[cluster] = sy[cluster] / count;
}

int main(int argc, const char *argv[])
{
    const int n = argc > 1 ? std::stoi(argv[1]) : 1 << 16, k = 5, iterations = 15;
    std::vector<float> x(n), y(n), mx, my;
    std::mt19937 rng(42);
    std::normal_distribution<float> noise(0.f, 0.3f);
    for (int i = 0; i < n; ++i)
        x[i] = (i % k) * 4 + noise(rng), y[i] = (i % k) % 2 * 5 + noise(rng);
    for (int c = 0; c < k; ++c)
        mx.push_back(x[c]), my.push_back(y[c]);
    Data points(n, x, y), means(k, mx, my), sums(k);
    int *counts;
    cudaMalloc(&counts, k * sizeof(int));
    const int threads = 256, blocks = (n + threads - 1) / threads;
    for (int i = 0; i < iterations; ++i) {
        cudaMemset(counts, 0, k * sizeof(int));
        sums.clear();
        assign_clusters<<<blocks, threads, k *(2 * sizeof(float) + sizeof(int))>>>(points.x, points.y, n, means.x,
                                                                                   means.y, sums.x, sums.y, k, counts);
        compute_new_means<<<1, k>>>(means.x, means.y, sums.x, sums.y, counts);
    }
    cudaMemcpy(mx.data(), means.x, means.bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(my.data(), means.y, means.bytes, cudaMemcpyDeviceToHost);
    cudaFree(counts);
    bool ok = true;
    for (int c = 0; c < k; ++c) {
        std::cout << mx[c] << " " << my[c] << std::endl;
        ok &= std::abs(mx[c] - c * 4) < 0.05f && std::abs(my[c] - c % 2 * 5) < 0.05f;
    }
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
