// SPDX-License-Identifier: MIT
// matmul_tiled.cu: matrix product with tiles in shared memory
// Feature: struct Matrix by value, device function that returns a sub-matrix, kernel template
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int width;
    int height;
    int stride;
    float *elements;
} Matrix;

#define BLOCK_SIZE 16

__device__ float GetElement(const Matrix A, int row, int col)
{
    return A.elements[row * A.stride + col];
}
__device__ void SetElement(Matrix A, int row, int col, float value)
{
    A.elements[row * A.stride + col] = value;
}
__device__ Matrix GetSubMatrix(Matrix A, int row, int col)
{
    Matrix Asub;
    Asub.width = BLOCK_SIZE;
    Asub.height = BLOCK_SIZE;
    Asub.stride = A.stride;
    Asub.elements = &A.elements[A.stride * BLOCK_SIZE * row + BLOCK_SIZE * col];
    return Asub;
}

__global__ void MatMulKernel(const Matrix, const Matrix, Matrix);

void MatMul(const Matrix A, const Matrix B, Matrix C)
{
    Matrix d_A;
    d_A.width = d_A.stride = A.width;
    d_A.height = A.height;
    size_t size = A.width * A.height * sizeof(float);
    cudaMalloc(&d_A.elements, size);
    cudaMemcpy(d_A.elements, A.elements, size, cudaMemcpyHostToDevice);
    Matrix d_B;
    d_B.width = d_B.stride = B.width;
    d_B.height = B.height;
    size = B.width * B.height * sizeof(float);
    cudaMalloc(&d_B.elements, size);
    cudaMemcpy(d_B.elements, B.elements, size, cudaMemcpyHostToDevice);
    Matrix d_C;
    d_C.width = d_C.stride = C.width;
    d_C.height = C.height;
    size = C.width * C.height * sizeof(float);
    cudaMalloc(&d_C.elements, size);

    dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
    dim3 dimGrid(B.width / dimBlock.x, A.height / dimBlock.y);
    MatMulKernel<<<dimGrid, dimBlock>>>(d_A, d_B, d_C);
    cudaMemcpy(C.elements, d_C.elements, size, cudaMemcpyDeviceToHost);
    cudaFree(d_A.elements);
    cudaFree(d_B.elements);
    cudaFree(d_C.elements);
}

__global__ void MatMulKernel(Matrix A, Matrix B, Matrix C)
{
    int blockRow = blockIdx.y;
    int blockCol = blockIdx.x;
    Matrix Csub = GetSubMatrix(C, blockRow, blockCol);
    float Cvalue = 0;
    int row = threadIdx.y;
    int col = threadIdx.x;
    for (int m = 0; m < (A.width / BLOCK_SIZE); ++m) {
        Matrix Asub = GetSubMatrix(A, blockRow, m);
        Matrix Bsub = GetSubMatrix(B, m, blockCol);
        __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
        __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
        As[row][col] = GetElement(Asub, row, col);
        Bs[row][col] = GetElement(Bsub, row, col);
        __syncthreads();
#pragma unroll
        for (int e = 0; e < BLOCK_SIZE; ++e)
            Cvalue += As[row][e] * Bs[e][col];
        __syncthreads();
    }
    SetElement(Csub, row, col, Cvalue);
}

int main(int argc, char *argv[])
{
    int n = argc > 1 ? atoi(argv[1]) : 512;
    Matrix A = {n, n / 2, n, NULL}, B = {n, n, n, NULL}, C = {n, n / 2, n, NULL};
    A.elements = (float *)malloc(A.width * A.height * sizeof(float));
    B.elements = (float *)malloc(B.width * B.height * sizeof(float));
    C.elements = (float *)malloc(C.width * C.height * sizeof(float));
    for (int i = 0; i < A.width * A.height; i++)
        A.elements[i] = (float)(i % 3);
    for (int i = 0; i < B.width * B.height; i++)
        B.elements[i] = (float)(i % 4);
    MatMul(A, B, C);
    int wrong = 0;
    for (int i = 0; i < C.height; i += 17)
        for (int j = 0; j < C.width; j += 3) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += A.elements[i * n + k] * B.elements[k * n + j];
            wrong += sum != C.elements[i * n + j];
        }
    printf("%s: %d wrong\n", wrong ? "FAILED" : "PASSED", wrong);
    free(A.elements);
    free(B.elements);
    free(C.elements);
    return wrong != 0;
}
