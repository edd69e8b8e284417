#!/bin/sh
# SPDX-License-Identifier: MIT
# missing_names.sh CUCC SOURCE: a program that uses a name of CUDA's that this device lacks gets one line that says so, at
# the program's line, and nothing else. Names that do not look like CUDA's, that the device has in a header that was not
# included, are left to the compiler.
set -u

cucc=$1 source=$2
# shellcheck disable=SC1091 # checked by itself
. "$source/cpu_device/tests/cucc/common.sh"

# lacks PLACE NAME [OPTION...]: the only line for x.cu
lacks() {
    line="$1: error: the CPU device has no $2"
    shift 2
    if ! "$cucc" "$@" -c x.cu -o x.o >log 2>&1 && [ "$(cat log)" = "$line" ]; then return; fi
    echo "    expected: $line" >>log
    wrong "$@" x.cu
}

# compiler_says TEXT: it is the compiler that speaks, and nothing is missing
compiler_says() {
    if ! "$cucc" -c x.cu -o x.o >log 2>&1 && grep -q "$1" log && ! grep -q 'the CPU device has no' log; then return; fi
    wrong x.cu
}

# Every kind of name, with words around it that the compiler would trip over.
samples() {
    printf '#include <cuda.h>\nint main()\n{\n    int x = 0;\n    return cuCoredumpSetAttributeGlobal(x, &x, &x);\n}\n' >x.cu
    lacks x.cu:5:12 'cuCoredumpSetAttributeGlobal (see LIMITS.md)'
    lacks x.cu:5:12 'cuCoredumpSetAttributeGlobal (see LIMITS.md)' -std=c++20 -O0
    lacks x.cu:5:12 'cuCoredumpSetAttributeGlobal (see LIMITS.md)' -ptx
    printf '#include <cuda.h>\nstruct pictures {\n    CUcoredumpSettings s;\n};\nint main() { pictures p; p.s = 1; }\n' >x.cu
    lacks x.cu:3:5 'CUcoredumpSettings (see LIMITS.md)'
    printf '#include <cuda.h>\nvoid take(CUcoredumpSettings s) { s = (CUcoredumpSettings)1; }\nint main() { take(0); }\n' >x.cu
    lacks x.cu:2:11 'CUcoredumpSettings (see LIMITS.md)'
    printf '#include <cuda.h>\nint main() { unsigned flags[] = {CUDA_EXTERNAL_SEMAPHORE_SIGNAL_SKIP_NVSCIBUF_MEMSYNC}; return flags[0]; }\n' >x.cu
    lacks x.cu:2:34 'CUDA_EXTERNAL_SEMAPHORE_SIGNAL_SKIP_NVSCIBUF_MEMSYNC (see LIMITS.md)'
    printf '__global__ void k(int *a)\n{\n    a[threadIdx.x] = __cluster_map_shared_multicast(a, 1).x;\n}\nint main() { k<<<1, 1>>>(0); }\n' >x.cu
    lacks x.cu:3:22 '__cluster_map_shared_multicast (see LIMITS.md)'
    printf 'template <class T> __device__ T f(T *a)\n{\n    return __cluster_map_shared_multicast((int)1, 1).x;\n}\n__global__ void k(int *a) { *a = f(a); }\nint main() { k<<<1, 1>>>(0); }\n' >x.cu
    lacks x.cu:3:12 '__cluster_map_shared_multicast (see LIMITS.md)'
    printf 'int main() { return cudaMallocc(1); }\n' >x.cu
    lacks x.cu:1:21 'cudaMallocc (see LIMITS.md); the nearest name is cudaMalloc'
}

# Newer calls of the libraries, some of which differ by a letter from one that the device has.
libraries() {
    while read -r header name nearest; do
        printf '#include <%s>\nint main()\n{\n    return (int)%s(1);\n}\n' "$header" "$name" >x.cu
        lacks x.cu:4:17 "$name (see LIMITS.md)${nearest:+; the nearest name is $nearest}"
    done <<'END'
cublas_v2.h cublasCgemm3mBatched cublasCgemmBatched
cublas_v2.h cublasSgemm_64
cublasLt.h cublasLtMatrixTransform
cusolverDn.h cusolverDnXgesvdp
cusolverDn.h CUSOLVER_EIG_RANGE_ALL
cusparse.h cusparseSpGEMM_compute
cusparse.h cusparseCreateBsr cusparseCreateCsr
curand.h curandGetScrambleConstants64
END
    printf '#include <cusolverDn.h>\nint main()\n{\n    cusolverDnIRSParams_t p;\n    return cusolverDnIRSParamsCreate(&p);\n}\n' >x.cu
    "$cucc" -c x.cu -o x.o >log 2>&1 && wrong x.cu
    printf 'x.cu:%s: error: the CPU device has no %s (see LIMITS.md)\n' \
        4:5 cusolverDnIRSParams_t 5:12 cusolverDnIRSParamsCreate >expected
    cmp -s log expected || wrong x.cu
}

# only_line PLACE TEXT: the only line for x.cu begins with this
only_line() {
    if ! "$cucc" -c x.cu -o x.o >log 2>&1 && [ "$(grep -c . log)" = 1 ] && grep -qF "$1: error: $2" log; then return; fi
    echo "    expected: $1: error: $2" >>log
    wrong x.cu
}

# Of a feature with many names one line says what replaces it, also where the compiler suggests another name.
features() {
    several='CUDA 13 removed grids on several devices, with this_multi_grid(): launch a grid on each device'
    printf '#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n__global__ void k()\n{\n    cg::multi_grid_group g = cg::this_multi_grid();\n    g.sync();\n}\nint main() { k<<<1, 1>>>(); }\n' >x.cu
    only_line x.cu:5:9 "$several"
    printf '#include <cooperative_groups.h>\n__global__ void k() { auto g = cooperative_groups::this_multi_grid(); g.sync(); }\nint main() { k<<<1, 1>>>(); }\n' >x.cu
    only_line x.cu:2:52 "$several"
    printf 'int main()\n{\n    cudaLaunchParams p[1] = {};\n    return cudaLaunchCooperativeKernelMultiDevice(p, 1, 0);\n}\n' >x.cu
    only_line x.cu:3:5 "$several"
    batches='the CPU device has no copies in batches: call cudaMemcpyAsync() for each copy (see LIMITS.md)'
    printf 'int main()\n{\n    cudaMemcpyAttributes a = {};\n    return cudaMemcpyBatchAsync(0, 0, 0, 1, &a, 0, 1, 0);\n}\n' >x.cu
    only_line x.cu:3:5 "$batches"
    printf 'int main()\n{\n    cudaMemcpy3DBatchOp o = {};\n    return cudaMemcpy3DBatchAsync(1, &o, 0, 0);\n}\n' >x.cu
    only_line x.cu:3:5 "$batches"
    contexts='the CPU device has no green contexts: a stream of cudaStreamCreate() computes the same (see LIMITS.md)'
    printf '#include <cuda.h>\nint main()\n{\n    CUgreenCtx g;\n    return cuGreenCtxCreate(&g, 0, 0, CU_GREEN_CTX_DEFAULT_STREAM);\n}\n' >x.cu
    only_line x.cu:4:5 "$contexts"
    printf 'int main()\n{\n    cudaDevResource r;\n    return cudaDeviceGetDevResource(0, &r, cudaDevResourceTypeSm);\n}\n' >x.cu
    only_line x.cu:3:5 "$contexts"
    printf 'int main()\n{\n    cudaDeviceProp p;\n    return cudaGetDeviceProperties_v2(&p, 0);\n}\n' >x.cu
    only_line x.cu:4:12 'CUDA 13 removed cudaGetDeviceProperties_v2(): call cudaGetDeviceProperties()'
    printf 'int main() { return cudaNothing_v2(1); }\n' >x.cu
    lacks x.cu:1:21 'cudaNothing_v2 (see LIMITS.md)'

    # names of the program's own
    printf 'struct cudaLaunchParams { int n; };\nstruct multi_grid_group { cudaLaunchParams p; };\nint this_multi_grid() { return multi_grid_group().p.n; }\nint main() { return this_multi_grid(); }\n' >x.cu
    "$cucc" -c x.cu -o x.o >log 2>&1 || wrong x.cu
    printf 'namespace mine { int i; }\nint main() { return mine::cudaNothing; }\n' >x.cu
    compiler_says 'is not a member of'
}

# What a kernel may call with nvcc. The check of execution spaces finds it, a plugin of g++.
in_kernels() {
    [ -e "$(${CXX:-g++} -print-file-name=plugin)/include/gcc-plugin.h" ] || return 0
    printf '__global__ void k(int *a)\n{\n    cudaMemcpyAsync(a, a + 1, 4, cudaMemcpyDeviceToDevice, 0);\n}\nint main() { k<<<1, 1>>>(0); }\n' >x.cu
    lacks x.cu:3:20 'cudaMemcpyAsync() in kernels' -rdc=true
}

# What the compiler finds in a header of the device's is said at the program's line.
in_headers() {
    printf '#include <stdio.h>\n#include <cufft.h>\nint main() { cufftHandle plan; return cufftDestroy(plan); }\n' >x.cu
    lacks x.cu:2 'cuFFT: write the transform as a kernel'
    printf '#include "one.h"\nint main() { return 0; }\n' >x.cu
    printf '\n#include <cusolverMg.h>\n' >one.h
    lacks one.h:2 'cuSOLVER: solve it on the host, with LAPACK'
    printf '__global__ void k(int **a)\n{\n    int v = 0;\n    a[0] = __shfl_sync(-1, a[0], 1);\n    v[0] = 1;\n}\nint main() { k<<<1, 1>>>(0); }\n' >x.cu
    "$cucc" -c x.cu -o x.o >log 2>&1
    ! grep 'error' log | grep -q -v '^x\.cu:[45]' || wrong x.cu
}

others() {
    printf 'int main() { return cubeOf(1); }\n' >x.cu
    compiler_says cubeOf
    printf 'int main() { return cuInit(0); }\n' >x.cu
    compiler_says cuInit
    printf '#include <stdio.h>\n#include <cudaProfilerTypedefs.h>\nint main() { return 0; }\n' >x.cu
    compiler_says 'cudaProfilerTypedefs.h: No such file'
    printf '__global__ void k(int *a)\n{\n    *a = undeclared + init(print);\n}\nint main() { k<<<1, 1>>>(0); }\n' >x.cu
    compiler_says undeclared
    printf '__global__ void __launch_bounds__(32) k(undeclared *a)\n{\n    __shared__ undeclared b;\n}\nint main() { k<<<1, 1>>>(0); }\n' >x.cu
    compiler_says undeclared
    printf 'struct mine { int a; };\nint main() { mine m; return m.externalMemory + m.reserved0; }\n' >x.cu
    compiler_says 'no member'
    printf '__device__ __forceinline__ undeclared f();\n__managed__ undeclared g;\n__constant__ undeclared h;\nint main() { return 0; }\n' >x.cu
    compiler_says undeclared
    printf '__global__ void k()\n{\n    __shared__ float a[12289];\n    a[0] = 0;\n}\nint main() { k<<<1, 1>>>(); }\n' >x.cu
    compiler_says 'too much shared data'
}

samples
libraries
features
in_kernels
in_headers
others
exit "${failed:?}"
