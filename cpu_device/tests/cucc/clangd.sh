#!/bin/sh
# SPDX-License-Identifier: MIT
# clangd.sh CUCC SOURCE_FOLDER: with the output of cucc --clangd, clangd reads a project's CUDA C++ as cucc does.
set -u
# shellcheck disable=SC2034 # common.sh has it in its messages
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

mkdir include
echo '__device__ inline float doubled(float x) { return x + sinf(x); }' >include/doubled.h
cat >sum.cu <<'EOT'
#include "doubled.h"
#include <cooperative_groups.h>
#include <vector>

template <int n> __global__ void sum(const float *in, float *out)
{
    __shared__ float cache[n];
    cache[threadIdx.x] = doubled(in[threadIdx.x]);
    cooperative_groups::this_thread_block().sync();
    atomicAdd(out, cache[n - 1 - threadIdx.x] WRONG);
}

int main()
{
    std::vector<float> host(64);
    float *in, *out;
    cudaMalloc(&in, 64 * sizeof(float));
    cudaMalloc(&out, sizeof(float));
    sum<64><<<dim3(1), 64, 0, nullptr>>>(in, out);
    return cudaDeviceSynchronize();
}
EOT
command="$cucc -forward-unknown-to-host-compiler --generate-code=arch=compute_90,code=[compute_90,sm_90] -Iinclude"
command="$command --expt-relaxed-constexpr -Xcompiler=-Wall -std=c++14 -x cu -rdc=true -c sum.cu -o sum.o"
"$cucc" --clangd >found 2>log || wrong --clangd
sed 's,^    - -nocudainc,&\n    - --cuda-path=/none,' found >hidden # as if no toolkit were installed
for toolkit in found hidden; do for what in '' '+ no_such_name'; do
    cp "$toolkit" .clangd
    # shellcheck disable=SC2154 # $work is set by common.sh
    printf '[{"directory": "%s", "file": "sum.cu", "command": "%s"}]\n' "$work" "$command \\\"-DWRONG=$what\\\"" \
        >compile_commands.json
    clangd --check=sum.cu >log 2>&1
    case $what in
    '') grep -q 'completed, 0 errors' log || wrong "--clangd, toolkit $toolkit: clangd refuses what is right" ;;
    *) ! grep -q 'completed, 0 errors' log || wrong "--clangd: clangd takes '$what'" ;;
    esac
done; done

# The project's own standard.
printf '#include <span>\nint first(std::span<int> s) { return s[0]; }\n' >span.cu
for standard in c++20 gnu++20 c++23; do
    printf '[{"directory": "%s", "file": "span.cu", "command": "%s -std=%s -x cu -c span.cu"}]\n' "$work" "$cucc" $standard >compile_commands.json
    "$cucc" --clangd >.clangd 2>log || wrong --clangd
    clangd --check=span.cu >log 2>&1
    grep -q 'completed, 0 errors' log || wrong "--clangd, in a project of $standard"
done
exit $failed
