// SPDX-License-Identifier: MIT
// eigen.h: Eigen's templates for the device name ::arg, which nothing declares. nvcc accepts that, since no kernel uses
// them; g++ wants a declaration. A file of its own, since whatever names __CUDA_ARCH__ is preprocessed once for each
// pass.
#pragma once
#ifdef __CUDA_ARCH__
#include <complex>
using std::arg;
#endif
