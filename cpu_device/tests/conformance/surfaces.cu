// SPDX-License-Identifier: MIT
// surfaces.cu: surfaces in one, two and three dimensions and in layers: x is in bytes; beyond the edge reads give 0 or
// the nearest texel, and writes do nothing or go to the nearest.

#include "../textures.h"

const int width = 6, height = 4, depth = 3;

__global__ void write_3d(cudaSurfaceObject_t surface)
{
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    surf3Dwrite(make_short2(10 * x + y, z), surface, x * (int)sizeof(short2), y, z);
}

__global__ void add_3d(cudaSurfaceObject_t surface)
{
    int x = threadIdx.x * sizeof(short2), y = threadIdx.y, z = threadIdx.z;
    short2 texel = surf3Dread<short2>(surface, x, y, z);
    surf3Dwrite(make_short2(texel.x + 1000, -texel.y), surface, x, y, z);
}

__global__ void write_layers(cudaSurfaceObject_t surface)
{
    surf2DLayeredwrite(100.f * threadIdx.z + 10 * threadIdx.y + threadIdx.x, surface, threadIdx.x * 4, threadIdx.y,
                       threadIdx.z);
}

__global__ void read_around(cudaSurfaceObject_t surface, float *out)
{
    int i = threadIdx.x, x = (i % 10 - 2) * 4, y = i / 10 - 2;
    surf2Dread(&out[2 * i], surface, x, y, cudaBoundaryModeZero);
    out[2 * i + 1] = surf2Dread<float>(surface, x, y, cudaBoundaryModeClamp);
}

__global__ void write_around(cudaSurfaceObject_t surface)
{
    surf2Dwrite(-1.f, surface, -4, 0, cudaBoundaryModeZero);
    surf2Dwrite(-2.f, surface, 0, height, cudaBoundaryModeZero);
    surf2Dwrite(-3.f, surface, width * 4 + 40, 1, cudaBoundaryModeClamp);
    surf2Dwrite(-4.f, surface, 8, -9, cudaBoundaryModeClamp);
}

__global__ void reverse(cudaSurfaceObject_t from, cudaSurfaceObject_t to)
{
    int i = threadIdx.x;
    surf1Dwrite(surf1Dread<uchar4>(from, i * 4), to, (width - 1 - i) * 4);
}

int main()
{
    cudaArray_t array = array_of((short2 *)NULL, width, height, depth, cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t surface = surface_of(array);
    write_3d<<<1, dim3(width, height, depth)>>>(surface);
    add_3d<<<1, dim3(width, height, depth)>>>(surface);
    short2 box[depth][height][width];
    cudaMemcpy3DParms copy = {};
    copy.srcArray = array;
    copy.dstPtr = make_cudaPitchedPtr(box, sizeof box[0][0], width, height);
    copy.extent = make_cudaExtent(width, height, depth);
    copy.kind = cudaMemcpyDeviceToHost;
    HANDLE_ERROR(cudaMemcpy3D(&copy));
    for (int i = 0; i < depth * height * width; i++)
        printf("%d,%d%s", (&box[0][0][0])[i].x, (&box[0][0][0])[i].y, i % width < width - 1 ? " " : "\n");
    HANDLE_ERROR(cudaDestroySurfaceObject(surface));
    HANDLE_ERROR(cudaFreeArray(array));

    array = array_of((float *)NULL, width, height, 2, cudaArrayLayered | cudaArraySurfaceLoadStore);
    surface = surface_of(array);
    write_layers<<<1, dim3(width, height, 2)>>>(surface);
    float layers[2][height][width];
    copy.srcArray = array;
    copy.dstPtr = make_cudaPitchedPtr(layers, sizeof layers[0][0], width, height);
    copy.extent.depth = 2;
    HANDLE_ERROR(cudaMemcpy3D(&copy));
    print_row("layers", layers[0][0], 2 * height * width);
    HANDLE_ERROR(cudaDestroySurfaceObject(surface));
    HANDLE_ERROR(cudaFreeArray(array));

    float plane[height][width];
    for (int i = 0; i < height * width; i++)
        plane[i / width][i % width] = i + 1;
    array = array_of(plane[0], width, height, 0, cudaArraySurfaceLoadStore);
    surface = surface_of(array);
    results<float> got(160);
    read_around<<<1, 80>>>(surface, got.device);
    print_row("beyond the edge", got.fetch(), 160);
    write_around<<<1, 1>>>(surface);
    HANDLE_ERROR(
        cudaMemcpy2DFromArray(plane, sizeof plane[0], array, 0, 0, sizeof plane[0], height, cudaMemcpyDeviceToHost));
    print_row("written beyond the edge", plane[0], height * width);
    HANDLE_ERROR(cudaDestroySurfaceObject(surface));
    HANDLE_ERROR(cudaFreeArray(array));

    unsigned char bytes[width * 4];
    for (int i = 0; i < width * 4; i++)
        bytes[i] = (unsigned char)i;
    cudaArray_t from = array_of((const uchar4 *)bytes, width, 0, 0, cudaArraySurfaceLoadStore);
    cudaArray_t to = array_of((uchar4 *)NULL, width, 0, 0, cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t in = surface_of(from), out = surface_of(to);
    reverse<<<1, width>>>(in, out);
    HANDLE_ERROR(cudaMemcpy2DFromArray(bytes, sizeof bytes, to, 0, 0, sizeof bytes, 1, cudaMemcpyDeviceToHost));
    print_row("reversed", bytes, sizeof bytes);
    HANDLE_ERROR(cudaDestroySurfaceObject(in));
    HANDLE_ERROR(cudaDestroySurfaceObject(out));
    HANDLE_ERROR(cudaFreeArray(from));
    HANDLE_ERROR(cudaFreeArray(to));
    return 0;
}
