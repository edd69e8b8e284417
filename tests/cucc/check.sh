#!/bin/sh
# SPDX-License-Identifier: MIT
# check.sh CUCC SOURCE_FOLDER: cucc as a command: the options it takes over from g++ and nvcc, several files, its errors.
set -u

cucc=$1 source=$2 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir 'with space'
cp "$source/chapter05/dot.cu" 'with space/dot 2.cu'
cp -r "$source/common" .
dot=$source/chapter05/dot.cu

wrong() {
    echo "FAILED: cucc $*"
    sed 's/^/    /' log
    failed=1
}

# The program that is built runs and says Yes.
builds() {
    rm -f out
    if "$cucc" "$@" >log 2>&1 && [ ! -s log ] && ./out >log 2>&1 && grep -q '^Yes' log; then return; fi
    wrong "$@"
}

# refuses TEXT ARGUMENT...: exit status 2 and this one line.
refuses() {
    text=$1
    shift
    "$cucc" "$@" >log 2>&1
    if [ $? = 2 ] && [ "$(cat log)" = "cucc: $text" ]; then return; fi
    wrong "$@"
}

builds "$dot" -o out
builds -oout -O3 -Wall -Wextra -Werror "$dot"
builds "$dot" --output-file out -std=c++11
builds -std c++14 "$dot" -o out -O 3
builds --machine 64 --optimize 3 --define-macro X=1 -Werror all-warnings "$dot" -o out
builds -arch=sm_80 -gencode arch=compute_80,code=sm_80 -arch native "$dot" -o out -lineinfo -G -use_fast_math -lcudart
builds -expt-extended-lambda --expt-relaxed-constexpr -rdc=true -ftz=true -Xptxas -v -t4 "$dot" -o out
builds -Xcompiler '-Wall -O2' -Xcompiler -Wextra,-Wshadow -Xlinker -rpath,/tmp "$dot" -o out
builds -I /tmp -I. -L /tmp -D NAME='"a b"' -DOTHER='a b' "$dot" -o out -lm
builds 'with space/dot 2.cu' -o out

# in parts: two .cu that share a kernel and a variable, and plain C++ that uses the API
cat >shared.h <<'EOF'
#include <cuda_runtime.h>
extern __device__ int total;
__global__ void add(int n);
int twice(int n);
EOF
cat >kernel.cu <<'EOF'
#include "shared.h"
__device__ int total;
__global__ void add(int n)
{
    atomicAdd(&total, n);
}
EOF
cat >host.cpp <<'EOF'
#include "shared.h"
int twice(int n)
{
    int device = -1;
    return cudaGetDevice(&device) == cudaSuccess ? 2 * n + device : 0;
}
EOF
cat >main.cu <<'EOF'
#include "shared.h"
int main()
{
    int sum;
    add<<<4, 32>>>(twice(3));
    cudaMemcpyFromSymbol(&sum, total, sizeof sum);
    printf(sum == 4 * 32 * 6 ? "Yes\n" : "NO, %d\n", sum);
    return 0;
}
EOF
builds kernel.cu host.cpp main.cu -o out
{ "$cucc" -c kernel.cu && "$cucc" -dc main.cu -o main_part.o && "$cucc" -c host.cpp; } >log 2>&1 || wrong -c
builds kernel.o main_part.o host.o -o out

refuses 'no such file: none.cu' none.cu
refuses 'no input file' -o out
refuses '-o needs a value' "$dot" -o
refuses '-ptx is not supported' -ptx "$dot"
refuses '-c with -o takes one file' -c kernel.cu main.cu -o both.o
"$cucc" >log 2>&1
[ $? = 2 ] || wrong '(no argument)'
{ "$cucc" --help >log 2>&1 && grep -q "^usage" log; } || wrong --help
exit $failed
