// SPDX-License-Identifier: MIT
// How the tests of textures and surfaces make arrays and objects.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handle_error.h"

static const int one_dimension = 0; // as the height

// An array with these texels, row by row.
template <class Texel> static cudaArray_t array_of(const Texel *texels, size_t width, size_t height = one_dimension,
                                                   size_t depth = 0, unsigned flags = cudaArrayDefault)
{
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<Texel>();
    HANDLE_ERROR(cudaMalloc3DArray(&array, &format, make_cudaExtent(width, height, depth), flags));
    if (texels == NULL)
        return array;
    const size_t rows = height ? height : 1;
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr((void *)texels, width * sizeof(Texel), width, rows);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(width, rows, depth ? depth : 1);
    copy.kind = cudaMemcpyHostToDevice;
    HANDLE_ERROR(cudaMemcpy3D(&copy));
    return array;
}

static inline cudaResourceDesc resource_of(cudaArray_t array)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

static inline cudaTextureDesc reading(cudaTextureAddressMode mode, cudaTextureFilterMode filter,
                                      bool normalized = false, cudaTextureReadMode read = cudaReadModeElementType)
{
    cudaTextureDesc description = {};
    for (int i = 0; i < 3; i++)
        description.addressMode[i] = mode;
    description.filterMode = filter;
    description.normalizedCoords = normalized;
    description.readMode = read;
    return description;
}

static inline cudaTextureObject_t texture_of(const cudaResourceDesc &resource, const cudaTextureDesc &description)
{
    cudaTextureObject_t texture;
    HANDLE_ERROR(cudaCreateTextureObject(&texture, &resource, &description, NULL));
    return texture;
}

static inline cudaSurfaceObject_t surface_of(cudaArray_t array)
{
    cudaSurfaceObject_t surface;
    cudaResourceDesc resource = resource_of(array);
    HANDLE_ERROR(cudaCreateSurfaceObject(&surface, &resource));
    return surface;
}

// The same number of values on both sides.
template <class Value> struct results {
    Value *device, *host;
    size_t count;
    explicit results(size_t n) : count(n)
    {
        HANDLE_ERROR(cudaMalloc((void **)&device, n * sizeof(Value)));
        host = (Value *)calloc(n, sizeof(Value));
    }
    const Value *fetch()
    {
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaMemcpy(host, device, count * sizeof(Value), cudaMemcpyDeviceToHost));
        return host;
    }
    ~results()
    {
        HANDLE_ERROR(cudaFree(device));
        free(host);
    }
};

template <class Value> static void print_row(const char *what, const Value *values, size_t count)
{
    printf("%s:", what);
    for (size_t i = 0; i < count; i++)
        printf(" %.9g", (double)values[i]);
    printf("\n");
}
