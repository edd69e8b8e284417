#!/bin/sh
# SPDX-License-Identifier: MIT
# missing_names.sh CUCC SOURCE [all]: a program that uses a name of CUDA's that this device lacks gets one line that says
# so, at the program's line, and nothing else; with `all`, for each such name there is. Names that are no CUDA's, or that
# the device has in a header that was not included, are left to the compiler.
set -u

cucc=$1 source=$2
# shellcheck disable=SC1091 # checked by itself
. "$source/tests/cucc/common.sh"
names=$source/cpu_device/driver/cuda_names.txt

# lacks PLACE NAME [OPTION...]: the only line for x.cu
lacks() {
    place=$1 name=$2
    shift 2
    if ! "$cucc" "$@" -c x.cu -o x.o >log 2>&1 && [ "$(cat log)" = "$place: error: the CPU device has no $name" ]; then
        return
    fi
    echo "    expected: $place: error: the CPU device has no $name" >>log
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
    lacks x.cu:5:12 cuCoredumpSetAttributeGlobal
    lacks x.cu:5:12 cuCoredumpSetAttributeGlobal -std=c++20 -O0
    lacks x.cu:5:12 cuCoredumpSetAttributeGlobal -ptx
    printf '#include <cuda.h>\nstruct pictures {\n    CUeglFrame_v1 first;\n    CUcoredumpSettings s;\n};\nint main() { pictures p; p.s = 1; }\n' >x.cu
    lacks x.cu:4:5 CUcoredumpSettings
    printf '#include <cuda.h>\nvoid take(CUcoredumpSettings s) { s = (CUcoredumpSettings)1; }\nint main() { take(0); }\n' >x.cu
    lacks x.cu:2:11 CUcoredumpSettings
    printf 'int main()\n{\n    int a = 3, b = cudaErrorNope, kind = a + cudaExternalMemoryHandleTypeOpaqueWin32Kmt;\n    return kind + b;\n}\n' >x.cu
    lacks x.cu:3:46 cudaExternalMemoryHandleTypeOpaqueWin32Kmt
    printf '#include <cuda.h>\nint main() { unsigned flags[] = {CUDA_EXTERNAL_SEMAPHORE_SIGNAL_SKIP_NVSCIBUF_MEMSYNC}; return flags[0]; }\n' >x.cu
    lacks x.cu:2:34 CUDA_EXTERNAL_SEMAPHORE_SIGNAL_SKIP_NVSCIBUF_MEMSYNC
    printf '#include <stdio.h>\n#include <cudaProfilerTypedefs.h>\nint main() { return 0; }\n' >x.cu
    lacks x.cu:2:10 cudaProfilerTypedefs.h
    printf '__global__ void k(int *a)\n{\n    a[threadIdx.x] = __cluster_map_shared_multicast(a, 1).x;\n}\nint main() { k<<<1, 1>>>(0); }\n' >x.cu
    lacks x.cu:3:22 __cluster_map_shared_multicast
    printf 'template <class T> __device__ T f(T *a)\n{\n    return __cluster_map_shared_multicast(a, 1).x;\n}\n__global__ void k(int *a) { *a = f(a); }\nint main() { k<<<1, 1>>>(0); }\n' >x.cu
    lacks x.cu:3:12 __cluster_map_shared_multicast
    printf 'int main()\n{\n    cudaDeviceProp p;\n    return sizeof p.x + sizeof(cudaLaunchAttributeValue().launchCompletionEvent);\n}\n' >x.cu
    lacks x.cu:4:59 launchCompletionEvent
    printf '__global__ void __block_size__(2, 1) k(int *a)\n{\n    *a = 1;\n}\nint main() { k<<<1, 1>>>(0); }\n' >x.cu
    lacks x.cu:1:17 __block_size__
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
    printf 'int main() { return cudaTotallyOwn(cudaMallocc(1)); }\n' >x.cu
    compiler_says cudaTotallyOwn
    printf 'int main() { return cuInit(0); }\n' >x.cu
    compiler_says cuInit
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

# The words of the device's own headers, and the names in the list.
words() {
    (cd "$source/cpu_device/include" && printf '#include "%s"\n' "$PWD"/*.h "$PWD"/cooperative_groups/*.h "$PWD"/nvtx3/*.h) >all.cu
    "$cucc" -E -dD all.cu -o all.ii >log 2>&1 || wrong -E all.cu
    cat "$source/cpu_device/rewrite.c" >>all.ii # which knows the words of the language
    tr -cs 'A-Za-z0-9_' '\n' <all.ii | LC_ALL=C sort -u >own
    awk '!/^#/ { n = split($2, end, ","); for (i = 1; i <= n; i++) print $1 (end[i] == "-" ? "" : end[i]) }' "$names" |
        LC_ALL=C sort -u >listed
}

all_names() {
    words
    grep '^[A-Za-z_]*[A-Za-z0-9_]*$' listed | LC_ALL=C comm -23 - own >lacking
    [ "$(wc -l <lacking)" -gt 1000 ] || wrong "the list is too short"
    {
        printf '#include "%s"\n' "$source"/cpu_device/include/cuda.h "$source"/cpu_device/include/nvrtc.h
        echo 'int main()'
        echo '{'
        sed 's/.*/    (void)&;/' lacking
        echo '}'
    } >x.cu
    "$cucc" -fmax-errors=0 -c x.cu -o x.o >log 2>&1 && wrong x.cu
    sed -n 's/^x\.cu:[0-9]*:[0-9]*: error: the CPU device has no //p' log | LC_ALL=C sort >said
    cmp -s lacking said || {
        diff lacking said >log
        wrong "each of $(wc -l <lacking) names"
    }
}

if [ "${3:-}" = all ]; then
    all_names
else
    samples
    in_kernels
    in_headers
    others
fi
exit "${failed:?}"
