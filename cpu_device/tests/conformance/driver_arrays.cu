// SPDX-License-Identifier: MIT
// driver_arrays.cu: arrays, textures and surfaces of the driver API, copies with rows and volumes between all kinds of
// memory.

#include <cuda.h>
#include <stdio.h>

#include "../handle_error.h"

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        CUresult error = (call);                                                                                       \
        if (error != CUDA_SUCCESS) {                                                                                   \
            const char *name = "?";                                                                                    \
            cuGetErrorName(error, &name);                                                                              \
            printf("%s: %s\n", #call, name);                                                                           \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

const int width = 8, height = 4, depth = 3;

__global__ void fetch(CUtexObject texture, float x, float y, float *out)
{
    *out = tex2D<float>(texture, x, y);
}

__global__ void fetch_byte(CUtexObject texture, float *out, unsigned *whole)
{
    if (out != NULL)
        *out = tex2D<float>(texture, 0.25f, 0.5f);
    else
        *whole = tex2D<unsigned char>(texture, 1.0f, 0.0f);
}

__global__ void fetch_linear(CUtexObject texture, int i, float *out)
{
    *out = tex1Dfetch<float>(texture, i);
}

__global__ void double_all(CUsurfObject surface)
{
    int x = threadIdx.x, y = blockIdx.x;
    float value = surf2Dread<float>(surface, x * sizeof(float), y);
    surf2Dwrite(2 * value, surface, x * sizeof(float), y);
}

static float number(const float *dev)
{
    float x = -1;
    HANDLE_ERROR(cudaMemcpy(&x, dev, sizeof x, cudaMemcpyDeviceToHost));
    return x;
}

static void rows(float *result)
{
    float host[height][width], back[height][width] = {};
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            host[y][x] = 10 * y + x;
    CUarray array;
    CUDA_ARRAY_DESCRIPTOR what = {width, height, CU_AD_FORMAT_FLOAT, 1}, asked = {};
    CHECK(cuArrayCreate(&array, &what));
    CHECK(cuArrayGetDescriptor(&asked, array));
    printf("array %zu by %zu, format %d, %u channels\n", asked.Width, asked.Height, (int)asked.Format,
           asked.NumChannels);
    CUDA_MEMCPY2D copy = {};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = host;
    copy.srcPitch = sizeof host[0];
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.dstArray = array;
    copy.WidthInBytes = sizeof host[0];
    copy.Height = height;
    CHECK(cuMemcpy2D(&copy));

    CUDA_RESOURCE_DESC resource = {};
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = array;
    CUDA_TEXTURE_DESC how = {};
    how.addressMode[0] = how.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP;
    how.filterMode = CU_TR_FILTER_MODE_LINEAR;
    CUtexObject texture;
    CHECK(cuTexObjectCreate(&texture, &resource, &how, NULL));
    fetch<<<1, 1>>>(texture, 3.0f, 2.5f, result);
    printf("texture %g", number(result));
    fetch<<<1, 1>>>(texture, 100.0f, 0.5f, result);
    printf(" %g\n", number(result));
    CHECK(cuTexObjectDestroy(texture));

    CUsurfObject surface;
    CHECK(cuSurfObjectCreate(&surface, &resource));
    double_all<<<height, width>>>(surface);
    CHECK(cuCtxSynchronize());
    CHECK(cuSurfObjectDestroy(surface));

    // a part, from byte 8 of row 1, into rows of device memory; and from there
    CUdeviceptr dev;
    size_t pitch;
    CHECK(cuMemAllocPitch(&dev, &pitch, sizeof host[0], height, 4));
    CHECK(cuMemsetD8(dev, 0, pitch * height));
    CUDA_MEMCPY2D part = {};
    part.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    part.srcArray = array;
    part.srcXInBytes = 8;
    part.srcY = 1;
    part.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    part.dstDevice = dev;
    part.dstPitch = pitch;
    part.dstXInBytes = 4;
    part.WidthInBytes = 12;
    part.Height = 2;
    CHECK(cuMemcpy2D(&part));
    CUDA_MEMCPY2D out = {};
    out.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    out.srcDevice = dev;
    out.srcPitch = pitch;
    out.dstMemoryType = CU_MEMORYTYPE_HOST;
    out.dstHost = back;
    out.dstPitch = sizeof back[0];
    out.WidthInBytes = sizeof back[0];
    out.Height = height;
    CHECK(cuMemcpy2DAsync(&out, NULL));
    CHECK(cuCtxSynchronize());
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            printf("%g%s", back[y][x], x < width - 1 ? " " : "\n");
    CHECK(cuMemFree(dev));
    CHECK(cuArrayDestroy(array));
}

static void volume(void)
{
    int host[depth][height][width], back[depth][height][width] = {};
    for (int i = 0; i < depth * height * width; i++)
        (&host[0][0][0])[i] = i;
    CUarray array;
    CUDA_ARRAY3D_DESCRIPTOR what = {width, height, depth, CU_AD_FORMAT_SIGNED_INT32, 1, 0}, asked = {};
    CHECK(cuArray3DCreate(&array, &what));
    CHECK(cuArray3DGetDescriptor(&asked, array));
    printf("volume %zu by %zu by %zu, format %d\n", asked.Width, asked.Height, asked.Depth, (int)asked.Format);
    CUDA_MEMCPY3D copy = {};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = host;
    copy.srcPitch = sizeof host[0][0];
    copy.srcHeight = height;
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.dstArray = array;
    copy.WidthInBytes = sizeof host[0][0];
    copy.Height = height;
    copy.Depth = depth;
    CHECK(cuMemcpy3D(&copy));
    CUDA_MEMCPY3D part = {};
    part.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    part.srcArray = array;
    part.srcXInBytes = 4;
    part.srcY = 1;
    part.srcZ = 1;
    part.dstMemoryType = CU_MEMORYTYPE_HOST;
    part.dstHost = back;
    part.dstPitch = sizeof back[0][0];
    part.dstHeight = height;
    part.WidthInBytes = 8;
    part.Height = 2;
    part.Depth = 2;
    CHECK(cuMemcpy3D(&part));
    printf("%d %d %d %d %d %d %d %d, %d\n", back[0][0][0], back[0][0][1], back[0][1][0], back[0][1][1], back[1][0][0],
           back[1][0][1], back[1][1][0], back[1][1][1], back[2][0][0]);
    CHECK(cuArrayDestroy(array));
}

// Bytes become numbers from 0 to 1, unless a flag says otherwise; and memory without an array.
static void bytes_and_lines(float *result)
{
    const unsigned char host[4] = {0, 51, 102, 255};
    CUarray array;
    CUDA_ARRAY_DESCRIPTOR what = {4, 1, CU_AD_FORMAT_UNSIGNED_INT8, 1};
    CHECK(cuArrayCreate(&array, &what));
    CHECK(cuMemcpyHtoA(array, 0, host, sizeof host));
    CUDA_RESOURCE_DESC resource = {};
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = array;
    CUDA_TEXTURE_DESC how = {};
    how.addressMode[0] = how.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP;
    how.flags = CU_TRSF_NORMALIZED_COORDINATES;
    CUtexObject texture;
    CHECK(cuTexObjectCreate(&texture, &resource, &how, NULL));
    fetch_byte<<<1, 1>>>(texture, result, NULL);
    printf("byte %.3f", number(result));
    CHECK(cuTexObjectDestroy(texture));
    how.flags = CU_TRSF_READ_AS_INTEGER;
    CHECK(cuTexObjectCreate(&texture, &resource, &how, NULL));
    unsigned whole = 0;
    fetch_byte<<<1, 1>>>(texture, NULL, (unsigned *)result);
    HANDLE_ERROR(cudaMemcpy(&whole, result, sizeof whole, cudaMemcpyDeviceToHost));
    printf(" %u", whole);
    CHECK(cuTexObjectDestroy(texture));
    unsigned char back[2];
    CHECK(cuMemcpyAtoH(back, array, 2, sizeof back));
    printf(" %d %d\n", back[0], back[1]);
    CHECK(cuArrayDestroy(array));

    const float numbers[] = {1.5f, 2.5f, 3.5f};
    CUdeviceptr dev;
    CHECK(cuMemAlloc(&dev, sizeof numbers));
    CHECK(cuMemcpyHtoD(dev, numbers, sizeof numbers));
    CUDA_RESOURCE_DESC line = {};
    line.resType = CU_RESOURCE_TYPE_LINEAR;
    line.res.linear.devPtr = dev;
    line.res.linear.format = CU_AD_FORMAT_FLOAT;
    line.res.linear.numChannels = 1;
    line.res.linear.sizeInBytes = sizeof numbers;
    CUDA_TEXTURE_DESC plain = {};
    CHECK(cuTexObjectCreate(&texture, &line, &plain, NULL));
    fetch_linear<<<1, 1>>>(texture, 2, result);
    printf("line %g\n", number(result));
    CHECK(cuTexObjectDestroy(texture));
    CHECK(cuMemFree(dev));
}

int main(void)
{
    CUcontext context;
    CHECK(cuInit(0));
    CHECK(cuDevicePrimaryCtxRetain(&context, 0));
    CHECK(cuCtxSetCurrent(context));
    float *result;
    HANDLE_ERROR(cudaMalloc((void **)&result, sizeof *result));
    rows(result);
    volume();
    bytes_and_lines(result);
    HANDLE_ERROR(cudaFree(result));
    return 0;
}
