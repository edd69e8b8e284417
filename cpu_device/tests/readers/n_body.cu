// SPDX-License-Identifier: MIT
// n_body.cu: n bodies in tiles of shared memory
// Feature: float4 bodies, float3 operators, rsqrtf, struct of device pointers
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr float SOFTENING = 1e-2f;
constexpr int P = 128;

__host__ __device__ inline float3 operator+(float3 a, float3 b)
{
    return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
__host__ __device__ inline float3 operator*(float3 a, float s)
{
    return {a.x * s, a.y * s, a.z * s};
}
__host__ __device__ inline float3 &operator+=(float3 &a, const float3 &b)
{
    return a = a + b;
}

__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai)
{
    float3 r;
    r.x = bj.x - bi.x;
    r.y = bj.y - bi.y;
    r.z = bj.z - bi.z;
    float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + SOFTENING;
    float distSixth = distSqr * distSqr * distSqr;
    float invDistCube = rsqrtf(distSixth);
    ai += r * (bj.w * invDistCube);
    return ai;
}

__device__ float3 tile_calculation(float4 myPosition, float3 accel)
{
    extern __shared__ float4 shPosition[];
#pragma unroll 8
    for (int i = 0; i < blockDim.x; i++)
        accel = bodyBodyInteraction(myPosition, shPosition[i], accel);
    return accel;
}

__global__ void calculate_forces(void *devX, void *devA, int N)
{
    extern __shared__ float4 shPosition[];
    float4 *globalX = (float4 *)devX, *globalA = (float4 *)devA;
    float3 acc = {0.0f, 0.0f, 0.0f};
    int gtid = blockIdx.x * blockDim.x + threadIdx.x;
    float4 myPosition = globalX[gtid];
    for (int i = 0, tile = 0; i < N; i += P, tile++) {
        int idx = tile * blockDim.x + threadIdx.x;
        shPosition[threadIdx.x] = globalX[idx];
        __syncthreads();
        acc = tile_calculation(myPosition, acc);
        __syncthreads();
    }
    float4 acc4 = {acc.x, acc.y, acc.z, 0.0f};
    globalA[gtid] = acc4;
}

__global__ void integrate(float4 *x, float4 *v, const float4 *a, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    v[i].x += a[i].x * dt, v[i].y += a[i].y * dt, v[i].z += a[i].z * dt;
    x[i].x += v[i].x * dt, x[i].y += v[i].y * dt, x[i].z += v[i].z * dt;
}

int main(int argc, char **argv)
{
    int n = (argc > 1 ? atoi(argv[1]) : 2048) / P * P;
    std::vector<float4> x(n), a(n);
    for (int i = 0; i < n; i++)
        x[i] = make_float4(cosf(i), sinf(2.f * i), cosf(3.f * i), 1.f / n);
    float4 *dx, *dv, *da;
    cudaMalloc(&dx, n * sizeof(float4));
    cudaMalloc(&dv, n * sizeof(float4));
    cudaMalloc(&da, n * sizeof(float4));
    cudaMemcpy(dx, x.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
    cudaMemset(dv, 0, n * sizeof(float4));
    const size_t shared = P * sizeof(float4);
    for (int step = 0; step < 2; step++) {
        calculate_forces<<<n / P, P, shared>>>(dx, da, n);
        if (step == 0)
            integrate<<<n / P, P>>>(dx, dv, da, 0.01f);
        if (step == 0)
            cudaMemcpy(x.data(), dx, n * sizeof(float4), cudaMemcpyDeviceToHost);
    }
    cudaMemcpy(a.data(), da, n * sizeof(float4), cudaMemcpyDeviceToHost);
    if (cudaGetLastError() != cudaSuccess)
        return puts("failed"), 1;
    double worst = 0;
    for (int i = 0; i < n; i += 37) {
        double s[3] = {};
        for (int j = 0; j < n; j++) {
            double d[3] = {x[j].x - x[i].x, x[j].y - x[i].y, x[j].z - x[i].z};
            double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + SOFTENING;
            for (int c = 0; c < 3; c++)
                s[c] += d[c] * x[j].w / (r2 * sqrt(r2));
        }
        worst = fmax(worst, fmax(fabs(s[0] - a[i].x), fmax(fabs(s[1] - a[i].y), fabs(s[2] - a[i].z))));
    }
    printf("worst difference %g\n", worst);
    cudaFree(dx), cudaFree(dv), cudaFree(da);
    return !(worst < 1e-4);
}
