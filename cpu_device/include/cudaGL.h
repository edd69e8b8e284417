// SPDX-License-Identifier: MIT
// Buffers of OpenGL for the driver API of the CPU device. Images: cuda_gl_interop.h.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#define CUDAGL_H // programs ask for this

#include <GL/gl.h>

#include "cuda.h"

typedef enum CUGLDeviceList_enum {
    CU_GL_DEVICE_LIST_ALL = 1,
    CU_GL_DEVICE_LIST_CURRENT_FRAME = 2,
    CU_GL_DEVICE_LIST_NEXT_FRAME = 3
} CUGLDeviceList;

#ifdef __cplusplus
extern "C" {
#endif
CUresult cuGLGetDevices(unsigned int *count, CUdevice *devices, unsigned int room, CUGLDeviceList which);
CUresult cuGraphicsGLRegisterBuffer(CUgraphicsResource *resource, GLuint buffer, unsigned int flags);
#ifdef __cplusplus
}
#endif
