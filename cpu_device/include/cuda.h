// SPDX-License-Identifier: MIT
// Here because programs include it by habit. The driver API, which the toolkit's <cuda.h> declares, is not here.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here
#define CUDA_VERSION 13000
