// SPDX-License-Identifier: MIT
// Buffers and images of OpenGL for the CPU device. The functions of OpenGL that it needs are found in the program when
// it runs. What differs from a GPU: to map and to unmap copies everything, in the calling thread, in which the context
// of OpenGL must be current. Images: GL_TEXTURE_2D and GL_TEXTURE_RECTANGLE, of 8, 16 or 32 bits a channel, no half
// floats.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#define __CUDA_GL_INTEROP_H__ // programs ask for this

#include "cuda_runtime_api.h"

#if defined(__APPLE__)
#include <OpenGL/gl.h>
#else
#include <GL/gl.h>
#endif

enum cudaGLDeviceList { cudaGLDeviceListAll = 1, cudaGLDeviceListCurrentFrame = 2, cudaGLDeviceListNextFrame = 3 };

#ifdef __cplusplus
extern "C" {
#endif
// Every device.
cudaError_t cudaGLGetDevices(unsigned int *count, int *devices, unsigned int room, enum cudaGLDeviceList which);
cudaError_t cudaGraphicsGLRegisterBuffer(struct cudaGraphicsResource **resource, GLuint buffer, unsigned int flags);
cudaError_t cudaGraphicsGLRegisterImage(struct cudaGraphicsResource **resource, GLuint image, GLenum target,
                                        unsigned int flags);
static inline cudaError_t cudaGLSetGLDevice(int device) // any device can use OpenGL's buffers
{
    return cudaSetDevice(device);
}
#ifdef __cplusplus
}
#endif
