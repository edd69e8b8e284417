// SPDX-License-Identifier: MIT
// rotate_driver_texture.cu: a picture rotated by a texture, all of it through the driver API
// Feature: cuArrayCreate, cuMemcpy2D, cuTexObjectCreate, cuSurfObjectCreate, cuLaunchKernel of the program's own
// kernels
#include <cuda.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define checkCudaErrors(err) __checkCudaErrors(err, __FILE__, __LINE__)
inline void __checkCudaErrors(CUresult err, const char *file, const int line)
{
    if (CUDA_SUCCESS != err) {
        const char *errorStr = NULL;
        cuGetErrorString(err, &errorStr);
        fprintf(stderr, "checkCudaErrors() Driver API error = %04d \"%s\" from file <%s>, line %i.\n", err, errorStr,
                file, line);
        exit(EXIT_FAILURE);
    }
}

__global__ void rotate(CUtexObject picture, float *out, int width, int height, float theta)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= (unsigned)width || y >= (unsigned)height)
        return;
    float u = x / (float)width - 0.5f, v = y / (float)height - 0.5f;
    float tu = u * cosf(theta) - v * sinf(theta) + 0.5f, tv = v * cosf(theta) + u * sinf(theta) + 0.5f;
    out[y * width + x] = tex2D<float>(picture, tu, tv);
}

__global__ void invert(CUsurfObject picture, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        float v;
        surf2Dread(&v, picture, x * 4, y);
        surf2Dwrite(1.0f - v, picture, x * 4, y);
    }
}

int main(int argc, char **argv)
{
    int width = 64, height = 64;
    if (argc > 1)
        width = height = atoi(argv[1]);
    float *h_data = (float *)malloc(width * height * sizeof(float)),
          *h_out = (float *)malloc(width * height * sizeof(float));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            h_data[y * width + x] = ((x / 8 + y / 8) % 2) * 0.75f + 0.125f;

    CUdevice cuDevice;
    CUcontext cuContext;
    checkCudaErrors(cuInit(0));
    checkCudaErrors(cuDeviceGet(&cuDevice, 0));
    checkCudaErrors(cuCtxCreate(&cuContext, NULL, 0, cuDevice));
    CUfunction rotateFunc, invertFunc;
    if (cudaGetFuncBySymbol(&rotateFunc, (const void *)rotate) != cudaSuccess ||
        cudaGetFuncBySymbol(&invertFunc, (const void *)invert) != cudaSuccess)
        return 1;

    CUdeviceptr d_data = 0;
    checkCudaErrors(cuMemAlloc(&d_data, width * height * sizeof(float)));
    CUarray cu_array;
    CUDA_ARRAY_DESCRIPTOR desc;
    desc.Format = CU_AD_FORMAT_FLOAT;
    desc.NumChannels = 1;
    desc.Width = width;
    desc.Height = height;
    checkCudaErrors(cuArrayCreate(&cu_array, &desc));
    CUDA_MEMCPY2D copyParam;
    memset(&copyParam, 0, sizeof(copyParam));
    copyParam.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    copyParam.dstArray = cu_array;
    copyParam.srcMemoryType = CU_MEMORYTYPE_HOST;
    copyParam.srcHost = h_data;
    copyParam.srcPitch = width * sizeof(float);
    copyParam.WidthInBytes = copyParam.srcPitch;
    copyParam.Height = height;
    checkCudaErrors(cuMemcpy2D(&copyParam));

    CUDA_RESOURCE_DESC texRes;
    memset(&texRes, 0, sizeof(CUDA_RESOURCE_DESC));
    texRes.resType = CU_RESOURCE_TYPE_ARRAY;
    texRes.res.array.hArray = cu_array;
    CUDA_TEXTURE_DESC texDescr;
    memset(&texDescr, 0, sizeof(CUDA_TEXTURE_DESC));
    texDescr.addressMode[0] = CU_TR_ADDRESS_MODE_WRAP;
    texDescr.addressMode[1] = CU_TR_ADDRESS_MODE_WRAP;
    texDescr.filterMode = CU_TR_FILTER_MODE_LINEAR;
    texDescr.flags = CU_TRSF_NORMALIZED_COORDINATES;
    CUtexObject texture;
    checkCudaErrors(cuTexObjectCreate(&texture, &texRes, &texDescr, NULL));
    CUsurfObject surface;
    checkCudaErrors(cuSurfObjectCreate(&surface, &texRes));

    float angle = 0.0f;
    void *args[] = {&texture, &d_data, &width, &height, &angle}, *on_surface[] = {&surface, &width, &height};
    const unsigned block = 8, gx = (width + 7) / 8, gy = (height + 7) / 8;
    int wrong = 0;
    for (int turn = 0; turn < 2; turn++) { // as it is, then upside down and inverted
        angle = turn * 3.14159265358979f;
        if (turn == 1)
            checkCudaErrors(cuLaunchKernel(invertFunc, gx, gy, 1, block, block, 1, 0, NULL, on_surface, NULL));
        checkCudaErrors(cuLaunchKernel(rotateFunc, gx, gy, 1, block, block, 1, 0, NULL, args, NULL));
        checkCudaErrors(cuCtxSynchronize());
        checkCudaErrors(cuMemcpyDtoH(h_out, d_data, width * height * sizeof(float)));
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                // Coordinates lie between texels, so each value is the mean of four.
                auto at = [&](int i, int k) { return h_data[(k + height) % height * width + (i + width) % width]; };
                float mean = (at(x, y) + at(x - 1, y) + at(x, y - 1) + at(x - 1, y - 1)) / 4;
                int rx = width - x, ry = height - y;
                float turned = 1 - (at(rx, ry) + at(rx - 1, ry) + at(rx, ry - 1) + at(rx - 1, ry - 1)) / 4;
                wrong += !(fabsf(h_out[y * width + x] - (turn == 0 ? mean : turned)) < 0.02f);
            }
    }
    printf("%d x %d, %d pixels wrong\n", width, height, wrong);
    checkCudaErrors(cuTexObjectDestroy(texture));
    checkCudaErrors(cuSurfObjectDestroy(surface));
    checkCudaErrors(cuMemFree(d_data));
    checkCudaErrors(cuArrayDestroy(cu_array));
    checkCudaErrors(cuCtxDestroy(cuContext));
    free(h_data);
    free(h_out);
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
