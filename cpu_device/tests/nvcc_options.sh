#!/bin/sh
# SPDX-License-Identifier: MIT
# What sanitizers/measure.sh and right_on_gpu.sh share.

# options_of SOURCE: what the comments of a program, and the libraries that it includes, ask nvcc for. The architecture is the
# GPU's own, and warnings are g++'s.
options_of() {
    sed -n 's|^// Compiled with: ||p' "$1" | tr ' ' '\n' | grep -vE '^-(arch=|W)'
    ! grep -q '^// Compiled with: .*-rdc=true' "$1" || echo -lcudadevrt
    for library in cublas:cublas_v2 cublas:cublasLt cublasLt:cublasLt curand:curand cusparse:cusparse cusolver:cusolverDn cuda:cuda \
        nvrtc:nvrtc; do
        ! grep -q "^#include <${library#*:}.h>" "$1" || echo "-l${library%:*}"
    done
    ! grep -q '^#include "../compiled_module.h"' "$1" || echo -lnvrtc -lcuda
}
