// SPDX-License-Identifier: MIT
// grayscale_blur.cu: a colour picture to grey, then a box blur, as in a first course
// Feature: uchar4 pixels, const size_t rows and columns by value, checkCudaErrors template, PPM in memory
#include <cassert>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)
template <typename T> void check(T err, const char *const func, const char *const file, const int line)
{
    if (err != cudaSuccess) {
        std::cerr << "CUDA error at: " << file << ":" << line << std::endl;
        std::cerr << cudaGetErrorString(err) << " " << func << std::endl;
        exit(1);
    }
}

__global__ void rgba_to_greyscale(const uchar4 *const rgbaImage, unsigned char *const greyImage, int numRows,
                                  int numCols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if ((c >= numCols) || (r >= numRows))
        return;
    uchar4 rgba = rgbaImage[r * numCols + c];
    greyImage[r * numCols + c] = .299f * rgba.x + .587f * rgba.y + .114f * rgba.z;
}

__global__ void box_blur(const unsigned char *const in, unsigned char *const out, int numRows, int numCols,
                         const float *const filter, const int filterWidth)
{
    const int2 pos = make_int2(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y);
    if (pos.x >= numCols || pos.y >= numRows)
        return;
    float result = 0.f;
    for (int fr = -filterWidth / 2; fr <= filterWidth / 2; ++fr)
        for (int fc = -filterWidth / 2; fc <= filterWidth / 2; ++fc) {
            int r = min(max(pos.y + fr, 0), numRows - 1), c = min(max(pos.x + fc, 0), static_cast<int>(numCols - 1));
            result += static_cast<float>(in[r * numCols + c]) *
                      filter[(fr + filterWidth / 2) * filterWidth + fc + filterWidth / 2];
        }
    out[pos.y * numCols + pos.x] = result;
}

int main(int argc, char **argv)
{
    const size_t numRows = 313, numCols = 557;
    const int width = 9;
    std::vector<uchar4> image(numRows * numCols);
    for (size_t i = 0; i < image.size(); ++i)
        image[i] = make_uchar4(i, i >> 3, i >> 6, 255);
    std::vector<float> filter(width * width, 1.f / 128);
    uchar4 *d_rgba;
    unsigned char *d_grey, *d_blur;
    float *d_filter;
    checkCudaErrors(cudaFree(0));
    checkCudaErrors(cudaMalloc(&d_rgba, sizeof(uchar4) * image.size()));
    checkCudaErrors(cudaMalloc(&d_grey, sizeof(unsigned char) * image.size()));
    checkCudaErrors(cudaMalloc(&d_blur, image.size()));
    checkCudaErrors(cudaMalloc(&d_filter, sizeof(float) * filter.size()));
    checkCudaErrors(cudaMemcpy(d_rgba, image.data(), sizeof(uchar4) * image.size(), cudaMemcpyHostToDevice));
    checkCudaErrors(cudaMemcpy(d_filter, &filter[0], sizeof(float) * filter.size(), cudaMemcpyHostToDevice));
    const dim3 blockSize(32, 16, 1), gridSize(numCols / blockSize.x + 1, numRows / blockSize.y + 1, 1);
    rgba_to_greyscale<<<gridSize, blockSize>>>(d_rgba, d_grey, numRows, numCols);
    cudaDeviceSynchronize();
    checkCudaErrors(cudaGetLastError());
    box_blur<<<gridSize, blockSize>>>(d_grey, d_blur, numRows, numCols, d_filter, width);
    cudaDeviceSynchronize();
    checkCudaErrors(cudaGetLastError());
    std::vector<unsigned char> grey(image.size()), blur(image.size());
    checkCudaErrors(cudaMemcpy(grey.data(), d_grey, grey.size(), cudaMemcpyDeviceToHost));
    checkCudaErrors(cudaMemcpy(blur.data(), d_blur, blur.size(), cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int r = 0; r < (int)numRows; ++r)
        for (int c = 0; c < (int)numCols; ++c) {
            uchar4 p = image[r * numCols + c];
            wrong += abs(grey[r * numCols + c] - (int)(.299f * p.x + .587f * p.y + .114f * p.z)) > 1;
            float s = 0;
            for (int a = -4; a <= 4; ++a)
                for (int b = -4; b <= 4; ++b)
                    s += grey[std::min(std::max(r + a, 0), (int)numRows - 1) * numCols +
                              std::min(std::max(c + b, 0), (int)numCols - 1)] /
                         128.f;
            wrong += blur[r * numCols + c] != (unsigned char)s;
        }
    std::cout << wrong << " wrong pixels" << std::endl;
    checkCudaErrors(cudaFree(d_rgba)), checkCudaErrors(cudaFree(d_grey));
    checkCudaErrors(cudaFree(d_blur)), checkCudaErrors(cudaFree(d_filter));
    return wrong ? 1 : 0;
}
