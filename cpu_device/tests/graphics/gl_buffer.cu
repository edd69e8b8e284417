// SPDX-License-Identifier: MIT
// gl_buffer.cu: a kernel draws into a pixel buffer of OpenGL, and the picture is read back from the window.
//
// CPU prints mapped twice: cudaErrorUnknown
// CPU prints drawn: 4096 of 4096 pixels
// CPU prints changed: 4096 of 4096 pixels
// CPU prints not mapped: cudaErrorUnknown
// CPU prints no buffer: cudaErrorInvalidValue
// CPU prints unregistered twice: cudaErrorInvalidResourceHandle

#define GL_GLEXT_PROTOTYPES
#include <GL/freeglut.h>
#include <GL/glext.h>
#include <stdio.h>

#include <cuda_gl_interop.h>

#include "../handle_error.h"

const int DIM = 64;

static uchar4 pixel(int x, int y)
{
    return make_uchar4(x * 4, y * 4, x ^ y, 255);
}

__global__ void draw(uchar4 *pixels)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    pixels[y * DIM + x] = make_uchar4(x * 4, y * 4, x ^ y, 255);
}

// Inverts the colours that are there.
__global__ void invert(uchar4 *pixels)
{
    uchar4 &p = pixels[threadIdx.x + blockIdx.x * blockDim.x];
    p = make_uchar4(255 - p.x, 255 - p.y, 255 - p.z, p.w);
}

static void show(const char *what, cudaError_t error)
{
    printf("%s: %s\n", what, cudaGetErrorName(error));
    cudaGetLastError(); // which returns it once more
}

static int right(bool inverted)
{
    static uchar4 read[DIM * DIM];
    glClear(GL_COLOR_BUFFER_BIT);
    glDrawPixels(DIM, DIM, GL_RGBA, GL_UNSIGNED_BYTE, 0); // from the bound buffer
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glReadPixels(0, 0, DIM, DIM, GL_RGBA, GL_UNSIGNED_BYTE, read);
    int count = 0;
    for (int i = 0; i < DIM * DIM; ++i) {
        uchar4 p = pixel(i % DIM, i / DIM);
        if (inverted)
            p = make_uchar4(255 - p.x, 255 - p.y, 255 - p.z, 255);
        count += read[i].x == p.x && read[i].y == p.y && read[i].z == p.z;
    }
    return count;
}

int main(int argc, char **argv)
{
    glutInit(&argc, argv);
    glutInitDisplayMode(GLUT_SINGLE | GLUT_RGBA);
    glutInitWindowSize(DIM, DIM);
    glutCreateWindow("gl_buffer");
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
    glBufferData(GL_PIXEL_UNPACK_BUFFER, DIM * DIM * sizeof(uchar4), NULL, GL_DYNAMIC_DRAW);

    cudaGraphicsResource *resource;
    HANDLE_ERROR(cudaGraphicsGLRegisterBuffer(&resource, buffer, cudaGraphicsMapFlagsNone));
    uchar4 *pixels;
    size_t size;
    HANDLE_ERROR(cudaGraphicsMapResources(1, &resource, NULL));
    HANDLE_ERROR(cudaGraphicsResourceGetMappedPointer((void **)&pixels, &size, resource));
    draw<<<dim3(DIM / 16, DIM / 16), dim3(16, 16)>>>(pixels);
    HANDLE_ERROR(cudaGetLastError());
    show("mapped twice", cudaGraphicsMapResources(1, &resource, NULL));
    HANDLE_ERROR(cudaGraphicsUnmapResources(1, &resource, NULL));
    printf("drawn: %d of %d pixels\n", right(false), (int)(size / sizeof(uchar4)));

    cudaStream_t stream;
    HANDLE_ERROR(cudaStreamCreate(&stream));
    HANDLE_ERROR(cudaGraphicsMapResources(1, &resource, stream));
    HANDLE_ERROR(cudaGraphicsResourceGetMappedPointer((void **)&pixels, &size, resource));
    invert<<<DIM * DIM / 256, 256, 0, stream>>>(pixels);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaGraphicsUnmapResources(1, &resource, stream));
    printf("changed: %d of %d pixels\n", right(true), DIM * DIM);

    show("not mapped", cudaGraphicsResourceGetMappedPointer((void **)&pixels, &size, resource));
    cudaGraphicsResource *none;
    show("no buffer", cudaGraphicsGLRegisterBuffer(&none, 4711, 0));
    HANDLE_ERROR(cudaGraphicsUnregisterResource(resource));
    show("unregistered twice", cudaGraphicsUnregisterResource(resource));
    HANDLE_ERROR(cudaStreamDestroy(stream));
    return 0;
}
