// SPDX-License-Identifier: MIT
// What happens beyond the edge of a surface. Names, numbers and meanings are those of CUDA 13.0.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#define __SURFACE_TYPES_H__ // programs ask for this

enum cudaSurfaceBoundaryMode {
    cudaBoundaryModeZero = 0,  // reads give 0, writes do nothing
    cudaBoundaryModeClamp = 1, // the nearest texel
    cudaBoundaryModeTrap = 2,  // the kernel fails: cudaErrorIllegalAddress
};

typedef unsigned long long cudaSurfaceObject_t;

#ifndef __cplusplus
typedef enum cudaSurfaceBoundaryMode cudaSurfaceBoundaryMode;
#endif
