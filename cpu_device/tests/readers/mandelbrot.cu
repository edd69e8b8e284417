// SPDX-License-Identifier: MIT
// mandelbrot.cu: the Mandelbrot set in strips, one stream each
// Feature: array of streams, 2D pitch, cudaMemcpy2DAsync into pinned memory, kernel template on the number type
#include <cstdio>
#include <cstdlib>
#define NSTREAMS 4
#define SAFE_CALL(c)                                                                                                   \
    if ((c) != cudaSuccess) {                                                                                          \
        printf("line %d: %s\n", __LINE__, cudaGetErrorString(cudaGetLastError()));                                     \
        return 1;                                                                                                      \
    }

template <typename real> __host__ __device__ inline int escape(real cr, real ci, int limit)
{
    real x = 0, y = 0, xx = 0, yy = 0;
    int it;
    for (it = 0; it < limit && xx + yy < real(4); ++it) {
        y = (x + x) * y + ci;
        x = xx - yy + cr;
        yy = y * y;
        xx = x * x;
    }
    return it;
}

template <typename real> __global__ void mandel(unsigned char *img, size_t pitch, int width, int height, int row0,
                                                int rows, real x0, real y0, real step)
{
    int col = threadIdx.x + blockIdx.x * blockDim.x, row = threadIdx.y + blockIdx.y * blockDim.y;
    if (col >= width || row >= rows)
        return;
    ((unsigned char *)((char *)img + (row + row0) * pitch))[col] =
        (unsigned char)escape<real>(x0 + col * step, y0 + (row + row0) * step, 255);
}

int main(int argc, char *argv[])
{
    const int w = argc > 1 ? atoi(argv[1]) : 640, h = w * 3 / 4;
    size_t pitch;
    unsigned char *d, *img;
    cudaStream_t streams[NSTREAMS];
    SAFE_CALL(cudaMallocPitch((void **)&d, &pitch, w, h));
    SAFE_CALL(cudaMallocHost((void **)&img, w * h));
    for (int i = 0; i < NSTREAMS; i++)
        SAFE_CALL(cudaStreamCreate(&streams[i]));
    const double step = 3.0 / w;
    dim3 threads(32, 4);
    for (int i = 0; i < NSTREAMS; i++) {
        int first = h * i / NSTREAMS, rows = h * (i + 1) / NSTREAMS - first;
        dim3 blocks((w + 31) / 32, (rows + 3) / 4);
        mandel<double><<<blocks, threads, 0, streams[i]>>>(d, pitch, w, h, first, rows, -2.25, -1.125, step);
        SAFE_CALL(cudaMemcpy2DAsync(img + first * w, w, (char *)d + first * pitch, pitch, w, rows,
                                    cudaMemcpyDeviceToHost, streams[i]));
    }
    for (int i = 0; i < NSTREAMS; i++) {
        SAFE_CALL(cudaStreamSynchronize(streams[i]));
        SAFE_CALL(cudaStreamDestroy(streams[i]));
    }
    int differ = 0;
    long sum = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            sum += img[y * w + x];
            differ += img[y * w + x] != escape<double>(-2.25 + x * step, -1.125 + y * step, 255);
        }
    printf("mean %.3f, %d of %d differ\n", double(sum) / (w * h), differ, w * h);
    SAFE_CALL(cudaFree(d));
    SAFE_CALL(cudaFreeHost(img));
    return differ > w * h / 100; // fused multiplications move some points at the edge
}
