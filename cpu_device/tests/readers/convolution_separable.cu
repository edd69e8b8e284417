// SPDX-License-Identifier: MIT
// convolution_separable.cu: separable convolution, rows then columns, with halos
// Feature: kernel radius as a macro in __constant__ memory, extern "C" wrappers, imul
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define KERNEL_RADIUS 8
#define KERNEL_LENGTH (2 * KERNEL_RADIUS + 1)
#define ROWS_BLOCKDIM_X 16
#define ROWS_BLOCKDIM_Y 4
#define ROWS_RESULT_STEPS 8
#define ROWS_HALO_STEPS 1
#define COLUMNS_BLOCKDIM_X 16
#define COLUMNS_BLOCKDIM_Y 8
#define COLUMNS_RESULT_STEPS 8
#define COLUMNS_HALO_STEPS 1

__constant__ float c_Kernel[KERNEL_LENGTH];

extern "C" void setConvolutionKernel(float *h_Kernel)
{
    cudaMemcpyToSymbol(c_Kernel, h_Kernel, KERNEL_LENGTH * sizeof(float));
}

__global__ void rowsKernel(float *d_Dst, float *d_Src, int imageW, int imageH, int pitch)
{
    __shared__ float s_Data[ROWS_BLOCKDIM_Y][(ROWS_RESULT_STEPS + 2 * ROWS_HALO_STEPS) * ROWS_BLOCKDIM_X];
    const int baseX = (blockIdx.x * ROWS_RESULT_STEPS - ROWS_HALO_STEPS) * ROWS_BLOCKDIM_X + threadIdx.x;
    const int baseY = blockIdx.y * ROWS_BLOCKDIM_Y + threadIdx.y;
    d_Src += baseY * pitch + baseX;
    d_Dst += baseY * pitch + baseX;
#pragma unroll
    for (int i = 0; i < ROWS_HALO_STEPS + ROWS_RESULT_STEPS + ROWS_HALO_STEPS; i++) {
        const int x = baseX + i * ROWS_BLOCKDIM_X;
        s_Data[threadIdx.y][threadIdx.x + i * ROWS_BLOCKDIM_X] = x >= 0 && x < imageW ? d_Src[i * ROWS_BLOCKDIM_X] : 0;
    }
    __syncthreads();
#pragma unroll
    for (int i = ROWS_HALO_STEPS; i < ROWS_HALO_STEPS + ROWS_RESULT_STEPS; i++) {
        float sum = 0;
#pragma unroll
        for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
            sum += c_Kernel[KERNEL_RADIUS - j] * s_Data[threadIdx.y][threadIdx.x + i * ROWS_BLOCKDIM_X + j];
        d_Dst[i * ROWS_BLOCKDIM_X] = sum;
    }
}

__global__ void columnsKernel(float *d_Dst, float *d_Src, int imageW, int imageH, int pitch)
{
    __shared__ float s_Data[COLUMNS_BLOCKDIM_X]
                           [(COLUMNS_RESULT_STEPS + 2 * COLUMNS_HALO_STEPS) * COLUMNS_BLOCKDIM_Y + 1];
    const int baseX = blockIdx.x * COLUMNS_BLOCKDIM_X + threadIdx.x;
    const int baseY = (blockIdx.y * COLUMNS_RESULT_STEPS - COLUMNS_HALO_STEPS) * COLUMNS_BLOCKDIM_Y + threadIdx.y;
    d_Src += baseY * pitch + baseX;
    d_Dst += baseY * pitch + baseX;
#pragma unroll
    for (int i = 0; i < COLUMNS_RESULT_STEPS + 2 * COLUMNS_HALO_STEPS; i++) {
        const int y = baseY + i * COLUMNS_BLOCKDIM_Y;
        s_Data[threadIdx.x][threadIdx.y + i * COLUMNS_BLOCKDIM_Y] =
            y >= 0 && y < imageH ? d_Src[i * COLUMNS_BLOCKDIM_Y * pitch] : 0;
    }
    __syncthreads();
#pragma unroll
    for (int i = COLUMNS_HALO_STEPS; i < COLUMNS_HALO_STEPS + COLUMNS_RESULT_STEPS; i++) {
        float sum = 0;
        for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
            sum += c_Kernel[KERNEL_RADIUS - j] * s_Data[threadIdx.x][threadIdx.y + i * COLUMNS_BLOCKDIM_Y + j];
        d_Dst[i * COLUMNS_BLOCKDIM_Y * pitch] = sum;
    }
}

extern "C" void convolutionGPU(float *d_Dst, float *d_Tmp, float *d_Src, int imageW, int imageH)
{
    assert(imageW % (ROWS_RESULT_STEPS * ROWS_BLOCKDIM_X) == 0 &&
           imageH % (COLUMNS_RESULT_STEPS * COLUMNS_BLOCKDIM_Y) == 0);
    dim3 rows(imageW / (ROWS_RESULT_STEPS * ROWS_BLOCKDIM_X), imageH / ROWS_BLOCKDIM_Y);
    rowsKernel<<<rows, dim3(ROWS_BLOCKDIM_X, ROWS_BLOCKDIM_Y)>>>(d_Tmp, d_Src, imageW, imageH, imageW);
    dim3 columns(imageW / COLUMNS_BLOCKDIM_X, imageH / (COLUMNS_RESULT_STEPS * COLUMNS_BLOCKDIM_Y));
    columnsKernel<<<columns, dim3(COLUMNS_BLOCKDIM_X, COLUMNS_BLOCKDIM_Y)>>>(d_Dst, d_Tmp, imageW, imageH, imageW);
}

int main(int argc, char **argv)
{
    const int W = argc > 1 ? atoi(argv[1]) : 512, H = W;
    float *h_Kernel = (float *)malloc(KERNEL_LENGTH * sizeof(float)), *h_In = (float *)malloc(W * H * sizeof(float));
    float *h_Tmp = (float *)malloc(W * H * sizeof(float)), *h_Gpu = (float *)malloc(W * H * sizeof(float));
    for (int i = 0; i < KERNEL_LENGTH; i++)
        h_Kernel[i] = (float)(i % 4);
    for (int i = 0; i < W * H; i++)
        h_In[i] = (float)(i % 16);
    float *d_In, *d_Out, *d_Buffer;
    cudaMalloc((void **)&d_In, W * H * sizeof(float));
    cudaMalloc((void **)&d_Out, W * H * sizeof(float));
    cudaMalloc((void **)&d_Buffer, W * H * sizeof(float));
    setConvolutionKernel(h_Kernel);
    cudaMemcpy(d_In, h_In, W * H * sizeof(float), cudaMemcpyHostToDevice);
    convolutionGPU(d_Out, d_Buffer, d_In, W, H);
    cudaMemcpy(h_Gpu, d_Out, W * H * sizeof(float), cudaMemcpyDeviceToHost);
    double delta = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            float sum = 0;
            for (int k = -KERNEL_RADIUS; k <= KERNEL_RADIUS; k++)
                if (x + k >= 0 && x + k < W)
                    sum += h_In[y * W + x + k] * h_Kernel[KERNEL_RADIUS - k];
            h_Tmp[y * W + x] = sum;
        }
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            float sum = 0;
            for (int k = -KERNEL_RADIUS; k <= KERNEL_RADIUS; k++)
                if (y + k >= 0 && y + k < H)
                    sum += h_Tmp[(y + k) * W + x] * h_Kernel[KERNEL_RADIUS - k];
            delta += fabs(sum - h_Gpu[y * W + x]);
        }
    printf(" ...Relative L2 norm: %E\n%s\n", delta, delta == 0 ? "Test passed" : "Test failed!");
    cudaFree(d_Buffer), cudaFree(d_Out), cudaFree(d_In);
    free(h_Gpu), free(h_Tmp), free(h_In), free(h_Kernel);
    return delta != 0;
}
