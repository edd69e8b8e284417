// SPDX-License-Identifier: MIT
// gl_pointer_after_unmap.cu: a kernel uses the pointer to a buffer of OpenGL that is mapped no more.
//
// CPU exits 3
// CPU says Error: illegal address
// CPU says thread (0,0,0), at gl_pointer_after_unmap.cu:{writes}
// CPU says in 1024 bytes from cudaGraphicsMapResources at gl_pointer_after_unmap.cu:{maps}
// CPU says , unmapped at gl_pointer_after_unmap.cu:{unmaps}
// CPU says The launch at gl_pointer_after_unmap.cu:{launched} fails: cudaErrorIllegalAddress

#define GL_GLEXT_PROTOTYPES
#include <GL/freeglut.h>
#include <GL/glext.h>

#include <cuda_gl_interop.h>

__global__ void draw(uchar4 *pixels, int frame)
{
    pixels[threadIdx.x + blockIdx.x * blockDim.x] = make_uchar4(frame, 0, 0, 255); // {writes}
}

int main(int argc, char **argv)
{
    GLuint buffer;
    glutInit(&argc, argv);
    glutCreateWindow("gl_pointer_after_unmap");
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
    glBufferData(GL_PIXEL_UNPACK_BUFFER, 1024, NULL, GL_DYNAMIC_DRAW);
    cudaGraphicsResource *resource;
    cudaGraphicsGLRegisterBuffer(&resource, buffer, cudaGraphicsMapFlagsWriteDiscard);
    uchar4 *pixels = NULL;
    for (int frame = 0; frame < 2; ++frame) {
        cudaGraphicsMapResources(1, &resource, NULL); // {maps}
#ifndef FIXED
        if (frame == 0) // it lies where it lay, they thought
#endif
            cudaGraphicsResourceGetMappedPointer((void **)&pixels, NULL, resource);
        draw<<<8, 32>>>(pixels, frame);                 // {launched}
        cudaGraphicsUnmapResources(1, &resource, NULL); // {unmaps}
    }
    cudaGraphicsUnregisterResource(resource);
    return 0;
}
