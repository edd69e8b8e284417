// SPDX-License-Identifier: MIT
// gl_image.cu: a texture of OpenGL as a surface that a kernel writes, and as a texture that it reads.
//
// CPU prints as a pointer: cudaErrorNotMappedAsPointer
// CPU prints written: 512 of 512 texels
// CPU prints read: 512 of 512 texels
// CPU prints floats: 12 of 12 texels

#define GL_GLEXT_PROTOTYPES
#include <GL/freeglut.h>
#include <GL/glext.h>
#include <stdio.h>

#include <cuda_gl_interop.h>

#include "../handle_error.h"

const int WIDTH = 32, HEIGHT = 16;

__global__ void write(cudaSurfaceObject_t surface)
{
    surf2Dwrite(make_uchar4(threadIdx.x, blockIdx.x, threadIdx.x + blockIdx.x, 9), surface,
                threadIdx.x * sizeof(uchar4), blockIdx.x);
}

__global__ void read(cudaTextureObject_t texture, uchar4 *texels)
{
    texels[blockIdx.x * WIDTH + threadIdx.x] = tex2D<uchar4>(texture, threadIdx.x, blockIdx.x);
}

__global__ void twice(cudaSurfaceObject_t surface)
{
    float texel = surf2Dread<float>(surface, threadIdx.x * sizeof(float), blockIdx.x);
    surf2Dwrite(2 * texel, surface, threadIdx.x * sizeof(float), blockIdx.x);
}

static int right(const uchar4 *texels)
{
    int count = 0;
    for (int i = 0; i < WIDTH * HEIGHT; ++i) {
        int x = i % WIDTH, y = i / WIDTH;
        count += texels[i].x == x && texels[i].y == y && texels[i].z == x + y && texels[i].w == 9;
    }
    return count;
}

static cudaGraphicsResource *make(GLenum format, int width, int height, GLenum type, const void *texels, unsigned flags)
{
    GLuint name;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    glTexImage2D(GL_TEXTURE_2D, 0, format, width, height, 0, type == GL_FLOAT ? GL_RED : GL_RGBA, type, texels);
    cudaGraphicsResource *resource;
    HANDLE_ERROR(cudaGraphicsGLRegisterImage(&resource, name, GL_TEXTURE_2D, flags));
    return resource;
}

static cudaResourceDesc mapped(cudaGraphicsResource *resource)
{
    cudaResourceDesc description = {};
    description.resType = cudaResourceTypeArray;
    HANDLE_ERROR(cudaGraphicsMapResources(1, &resource, 0));
    HANDLE_ERROR(cudaGraphicsSubResourceGetMappedArray(&description.res.array.array, resource, 0, 0));
    return description;
}

int main(int argc, char **argv)
{
    glutInit(&argc, argv);
    glutCreateWindow("gl_image");
    static uchar4 texels[WIDTH * HEIGHT];
    void *pointer;
    cudaGraphicsResource *resource =
        make(GL_RGBA8, WIDTH, HEIGHT, GL_UNSIGNED_BYTE, NULL, cudaGraphicsRegisterFlagsSurfaceLoadStore);
    cudaResourceDesc description = mapped(resource);
    cudaSurfaceObject_t surface;
    HANDLE_ERROR(cudaCreateSurfaceObject(&surface, &description));
    write<<<HEIGHT, WIDTH>>>(surface);
    HANDLE_ERROR(cudaGetLastError());
    printf("as a pointer: %s\n", cudaGetErrorName(cudaGraphicsResourceGetMappedPointer(&pointer, NULL, resource)));
    cudaGetLastError(); // which returns it once more
    HANDLE_ERROR(cudaDestroySurfaceObject(surface));
    HANDLE_ERROR(cudaGraphicsUnmapResources(1, &resource, 0));
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    printf("written: %d of %d texels\n", right(texels), WIDTH * HEIGHT);

    uchar4 *dev;
    HANDLE_ERROR(cudaMalloc(&dev, sizeof texels));
    description = mapped(resource);
    cudaTextureDesc how = {};
    cudaTextureObject_t texture;
    HANDLE_ERROR(cudaCreateTextureObject(&texture, &description, &how, NULL));
    read<<<HEIGHT, WIDTH>>>(texture, dev);
    HANDLE_ERROR(cudaMemcpy(texels, dev, sizeof texels, cudaMemcpyDeviceToHost));
    printf("read: %d of %d texels\n", right(texels), WIDTH * HEIGHT);
    HANDLE_ERROR(cudaDestroyTextureObject(texture));
    HANDLE_ERROR(cudaGraphicsUnmapResources(1, &resource, 0));
    HANDLE_ERROR(cudaGraphicsUnregisterResource(resource));
    HANDLE_ERROR(cudaFree(dev));

    float floats[12]; // rows of three, which are no multiple of anything
    for (int i = 0; i < 12; ++i)
        floats[i] = i + 0.25f;
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    resource = make(GL_R32F, 3, 4, GL_FLOAT, floats, cudaGraphicsRegisterFlagsSurfaceLoadStore);
    description = mapped(resource);
    HANDLE_ERROR(cudaCreateSurfaceObject(&surface, &description));
    twice<<<4, 3>>>(surface);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDestroySurfaceObject(surface));
    HANDLE_ERROR(cudaGraphicsUnmapResources(1, &resource, 0));
    HANDLE_ERROR(cudaGraphicsUnregisterResource(resource));
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RED, GL_FLOAT, floats);
    int count = 0;
    for (int i = 0; i < 12; ++i)
        count += floats[i] == 2 * i + 0.5f;
    printf("floats: %d of 12 texels\n", count);
    return 0;
}
