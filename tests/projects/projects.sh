#!/bin/sh
# SPDX-License-Identifier: MIT
# projects.sh CUCC: projects as others have them, each built and run as its readers would, without a change.
set -u
cucc=$1
projects=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

# works NAME COMMAND...
works() {
    name=$1
    shift
    "$@" >log 2>&1 && return
    echo "FAILED: $name: $*"
    sed 's/^/    /' log
    failed=1
}

for tool in cmake make; do
    command -v $tool >/dev/null || {
        echo "skipped: there is no $tool here"
        exit 77
    }
done
"$cucc" --blas >/dev/null || exit 77
toolkit=$("$cucc" --toolkit) || exit 1

# CMake, which gets cucc by its own name; and by that of the toolkit, from a project that fetches a library.
works CMake cmake -S "$projects/cmake" -B with_cucc -DCMAKE_CUDA_COMPILER="$cucc"
works CMake cmake --build with_cucc
works CMake ctest --test-dir with_cucc
tar -cf sums.tar -C "$projects/cmake" sums
works FetchContent cmake -S "$projects/fetched" -B fetched -DCMAKE_CUDA_COMPILER="$toolkit/bin/nvcc" \
    -DSUMS_ARCHIVE="$work/sums.tar" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CUDA_ARCHITECTURES=all-major
works FetchContent cmake --build fetched
works FetchContent ctest --test-dir fetched

# make, by the compiler's name; by CUDA_HOME; and with nvcc in PATH.
cp -r "$projects/make" 'a folder'
works make make -C 'a folder' run NVCC="$cucc" CUDA_HOME="$toolkit"
grep -q '^0 wrong' log || works 'the output of make' false
works make make -C 'a folder' clean
works make make -C 'a folder' run CUDA_HOME="$toolkit"
works make make -C 'a folder' depend CUDA_HOME="$toolkit"
grep -q 'scale.o: scale.cu' log || works 'make depend' false
works nvcc env PATH="$toolkit/bin:$PATH" nvcc -o single "$projects/make/scale.cu" "$projects/make/check.cpp"
works nvcc ./single
exit "$failed"
