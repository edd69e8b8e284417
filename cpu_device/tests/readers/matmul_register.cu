// SPDX-License-Identifier: MIT
// matmul_register.cu: matrix product with an 8x8 tile of results in each thread's registers
// Feature: float4 loads, template constants, static_assert, #pragma unroll
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CEIL_DIV(M, N) (((M) + (N)-1) / (N))
#define cudaCheck(err) (cudaCheckImpl(err, __FILE__, __LINE__))
void cudaCheckImpl(cudaError_t error, const char *file, int line)
{
    if (error != cudaSuccess) {
        printf("[CUDA ERROR] at file %s:%d:\n%s\n", file, line, cudaGetErrorString(error));
        exit(EXIT_FAILURE);
    }
}

template <const int BM, const int BN, const int BK, const int TM, const int TN>
__global__ void __launch_bounds__((BM * BN) / (TM * TN), 1)
    sgemmVectorize(int M, int N, int K, float alpha, float *A, float *B, float beta, float *C)
{
    static_assert(BM * BN / (TM * TN) == 256, "threads");
    const uint cRow = blockIdx.y, cCol = blockIdx.x;
    const int threadCol = threadIdx.x % (BN / TN), threadRow = threadIdx.x / (BN / TN);
    __shared__ float As[BM * BK];
    __shared__ float Bs[BK * BN];
    A += cRow * BM * K;
    B += cCol * BN;
    C += cRow * BM * N + cCol * BN;
    const uint innerRowA = threadIdx.x / (BK / 4), innerColA = threadIdx.x % (BK / 4);
    const uint innerRowB = threadIdx.x / (BN / 4), innerColB = threadIdx.x % (BN / 4);
    float threadResults[TM * TN] = {0.0};
    float regM[TM] = {0.0}, regN[TN] = {0.0};
    for (uint bkIdx = 0; bkIdx < K; bkIdx += BK) {
        float4 tmp = reinterpret_cast<float4 *>(&A[innerRowA * K + innerColA * 4])[0];
        As[(innerColA * 4 + 0) * BM + innerRowA] = tmp.x;
        As[(innerColA * 4 + 1) * BM + innerRowA] = tmp.y;
        As[(innerColA * 4 + 2) * BM + innerRowA] = tmp.z;
        As[(innerColA * 4 + 3) * BM + innerRowA] = tmp.w;
        reinterpret_cast<float4 *>(&Bs[innerRowB * BN + innerColB * 4])[0] =
            reinterpret_cast<float4 *>(&B[innerRowB * N + innerColB * 4])[0];
        __syncthreads();
        A += BK;
        B += BK * N;
#pragma unroll
        for (uint dotIdx = 0; dotIdx < BK; ++dotIdx) {
            for (uint i = 0; i < TM; ++i)
                regM[i] = As[dotIdx * BM + threadRow * TM + i];
            for (uint i = 0; i < TN; ++i)
                regN[i] = Bs[dotIdx * BN + threadCol * TN + i];
            for (uint m = 0; m < TM; ++m)
                for (uint n = 0; n < TN; ++n)
                    threadResults[m * TN + n] += regM[m] * regN[n];
        }
        __syncthreads();
    }
    for (uint m = 0; m < TM; m += 1)
        for (uint n = 0; n < TN; n += 4) {
            float4 *out = reinterpret_cast<float4 *>(&C[(threadRow * TM + m) * N + threadCol * TN + n]);
            float4 tmp = *out;
            tmp.x = alpha * threadResults[m * TN + n] + beta * tmp.x;
            tmp.y = alpha * threadResults[m * TN + n + 1] + beta * tmp.y;
            tmp.z = alpha * threadResults[m * TN + n + 2] + beta * tmp.z;
            tmp.w = alpha * threadResults[m * TN + n + 3] + beta * tmp.w;
            *out = tmp;
        }
}

int main(int argc, char **argv)
{
    int M = argc > 1 ? atoi(argv[1]) : 512, N = M, K = M;
    float alpha = 2.0f, beta = 0.5f, *A, *B, *C, *dA, *dB, *dC;
    A = (float *)malloc(sizeof(float) * M * K);
    B = (float *)malloc(sizeof(float) * K * N);
    C = (float *)malloc(sizeof(float) * M * N);
    for (int i = 0; i < M * K; i++)
        A[i] = float(i % 9 - 4), B[i] = float(i % 11 - 5), C[i] = 2.0f;
    cudaCheck(cudaMalloc((void **)&dA, sizeof(float) * M * K));
    cudaCheck(cudaMalloc((void **)&dB, sizeof(float) * K * N));
    cudaCheck(cudaMalloc((void **)&dC, sizeof(float) * M * N));
    cudaCheck(cudaMemcpy(dA, A, sizeof(float) * M * K, cudaMemcpyHostToDevice));
    cudaCheck(cudaMemcpy(dB, B, sizeof(float) * K * N, cudaMemcpyHostToDevice));
    cudaCheck(cudaMemcpy(dC, C, sizeof(float) * M * N, cudaMemcpyHostToDevice));
    dim3 gridDim(CEIL_DIV(N, 128), CEIL_DIV(M, 128)), blockDim((128 * 128) / (8 * 8));
    sgemmVectorize<128, 128, 8, 8, 8><<<gridDim, blockDim>>>(M, N, K, alpha, dA, dB, beta, dC);
    cudaCheck(cudaGetLastError());
    cudaCheck(cudaMemcpy(C, dC, sizeof(float) * M * N, cudaMemcpyDeviceToHost));
    for (int i = 0; i < M; i += 13)
        for (int j = 0; j < N; j += 7) {
            float sum = 0;
            for (int k = 0; k < K; k++)
                sum += A[i * K + k] * B[k * N + j];
            if (C[i * N + j] != alpha * sum + beta * 2.0f) {
                printf("Failed to pass the correctness verification at %d, %d\n", i, j);
                return EXIT_FAILURE;
            }
        }
    printf("verified\n");
    cudaFree(dA), cudaFree(dB), cudaFree(dC), free(A), free(B), free(C);
    return 0;
}
