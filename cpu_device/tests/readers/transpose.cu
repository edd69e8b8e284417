// SPDX-License-Identifier: MIT
// transpose.cu: transposes: copy, naive, through shared memory, with padding, by diagonals
// Feature: table of kernel pointers, TILE_DIM and BLOCK_ROWS, checkCuda inline function
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

inline cudaError_t checkCuda(cudaError_t result)
{
    if (result != cudaSuccess) {
        fprintf(stderr, "CUDA Runtime Error: %s\n", cudaGetErrorString(result));
        assert(result == cudaSuccess);
    }
    return result;
}

const int TILE_DIM = 32;
const int BLOCK_ROWS = 8;
const int NUM_REPS = 2;

__global__ void copy(float *odata, const float *idata)
{
    int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
    int width = gridDim.x * TILE_DIM;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        odata[(y + j) * width + x] = idata[(y + j) * width + x];
}
__global__ void transposeNaive(float *odata, const float *idata)
{
    int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
    int width = gridDim.x * TILE_DIM;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        odata[x * width + (y + j)] = idata[(y + j) * width + x];
}
template <int PAD> __global__ void transposeTile(float *odata, const float *idata)
{
    __shared__ float tile[TILE_DIM][TILE_DIM + PAD];
    int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
    int width = gridDim.x * TILE_DIM;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        odata[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void transposeDiagonal(float *odata, const float *idata)
{
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];
    int bx = (blockIdx.x + blockIdx.y) % gridDim.x, by = blockIdx.x, width = gridDim.x * TILE_DIM;
    const float *in = idata + (by * TILE_DIM + threadIdx.y) * width + bx * TILE_DIM + threadIdx.x;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS, in += BLOCK_ROWS * width)
        tile[threadIdx.y + j][threadIdx.x] = *in;
    __syncthreads();
    float *out = odata + (bx * TILE_DIM + threadIdx.y) * width + by * TILE_DIM + threadIdx.x;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        out[j * width] = tile[threadIdx.x][threadIdx.y + j];
}

int main(int argc, char **argv)
{
    const int nx = argc > 1 ? atoi(argv[1]) : 1024, ny = nx;
    const size_t mem_size = nx * ny * sizeof(float);
    dim3 dimGrid(nx / TILE_DIM, ny / TILE_DIM, 1), dimBlock(TILE_DIM, BLOCK_ROWS, 1);
    float *h_idata, *h_odata, *d_idata, *d_odata;
    checkCuda(cudaMallocHost(&h_idata, mem_size));
    checkCuda(cudaMallocHost(&h_odata, mem_size));
    checkCuda(cudaMalloc(&d_idata, mem_size));
    checkCuda(cudaMalloc(&d_odata, mem_size));
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++)
            h_idata[j * nx + i] = j * nx + i;
    checkCuda(cudaMemcpy(d_idata, h_idata, mem_size, cudaMemcpyHostToDevice));

    struct {
        const char *name;
        void (*kernel)(float *, const float *);
        bool transposes;
    } const versions[] = {{"copy", copy, false},
                          {"naive transpose", &transposeNaive, true},
                          {"coalesced transpose", transposeTile<0>, true},
                          {"conflict-free transpose", transposeTile<1>, true},
                          {"diagonal transpose", transposeDiagonal, true}};
    bool passed = true;
    printf("%25s%25s\n", "Routine", "Bandwidth (GB/s)");
    for (auto &v : versions) {
        checkCuda(cudaMemset(d_odata, 0, mem_size));
        cudaEvent_t begin, end;
        checkCuda(cudaEventCreate(&begin)), checkCuda(cudaEventCreate(&end));
        checkCuda(cudaEventRecord(begin));
        for (int i = 0; i < NUM_REPS; i++)
            v.kernel<<<dimGrid, dimBlock>>>(d_odata, d_idata);
        checkCuda(cudaEventRecord(end)), checkCuda(cudaEventSynchronize(end));
        float ms;
        checkCuda(cudaEventElapsedTime(&ms, begin, end));
        checkCuda(cudaMemcpy(h_odata, d_odata, mem_size, cudaMemcpyDeviceToHost));
        for (int j = 0; j < ny; j++)
            for (int i = 0; i < nx; i++)
                passed &= h_odata[j * nx + i] == (v.transposes ? h_idata[i * nx + j] : h_idata[j * nx + i]);
        printf("%25s%20.2f %s\n", v.name, 2 * nx * ny * sizeof(float) * 1e-6 * NUM_REPS / ms,
               passed ? "" : "*** FAILED ***");
        checkCuda(cudaEventDestroy(begin)), checkCuda(cudaEventDestroy(end));
    }
    checkCuda(cudaFreeHost(h_idata)), checkCuda(cudaFreeHost(h_odata));
    checkCuda(cudaFree(d_idata)), checkCuda(cudaFree(d_odata));
    return passed ? 0 : EXIT_FAILURE;
}
