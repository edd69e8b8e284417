#!/bin/sh
# SPDX-License-Identifier: MIT
# projects.sh CUCC TOPIC...: projects of the kind that users have, each built and run as its README says, without a
# change. The topics are cmake, fetched, find_cuda, find_package (with an installed cucc), make, meson and plugin. Needs CMake,
# make, a BLAS, and Meson for its own.
set -u
cucc=$1
shift
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

toolkit=$("$cucc" --toolkit) || exit 1

# CMake, which gets cucc by its own name. The same folder is then configured for shared libraries.
with_cmake() {
    works CMake cmake -S "$projects/cmake" -B with_cucc -DCMAKE_CUDA_COMPILER="$cucc"
    works CMake cmake --build with_cucc
    works CMake ctest --test-dir with_cucc
    works 'shared libraries' cmake with_cucc -DBUILD_SHARED_LIBS=ON
    works 'shared libraries' cmake --build with_cucc --target program host_program
    [ -e with_cucc/images/libimages.so ] || works 'shared libraries' false
    works 'shared libraries' ctest --test-dir with_cucc -R program
}

# By the name that the toolkit gives the compiler, from a project that fetches a library.
with_fetched() {
    tar -cf sums.tar -C "$projects/cmake" sums
    works FetchContent cmake -S "$projects/fetched" -B fetched -DCMAKE_CUDA_COMPILER="$toolkit/bin/nvcc" \
        -DSUMS_ARCHIVE="$work/sums.tar" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CUDA_ARCHITECTURES=all-major
    works FetchContent cmake --build fetched
    works FetchContent ctest --test-dir fetched
}

with_find_cuda() {
    works FindCUDA cmake -S "$projects/find_cuda" -B find_cuda -DCUDA_TOOLKIT_ROOT_DIR="$toolkit" -DCMAKE_BUILD_TYPE=Debug
    works FindCUDA cmake --build find_cuda
    works FindCUDA ctest --test-dir find_cuda
}

with_find_package() {
    works find_package cmake -S "$projects/found" -B found "-DCMAKE_PREFIX_PATH=${cucc%/*}/.."
    works find_package cmake --build found
    works find_package ctest --test-dir found
}

# make, by the compiler's name; by CUDA_HOME; and with nvcc in PATH.
with_make() {
    cp -r "$projects/make" 'a folder'
    works make make -C 'a folder' run NVCC="$cucc" CUDA_HOME="$toolkit"
    grep -q '^0 wrong' log || works 'the output of make' false
    works make make -C 'a folder' clean
    works make make -C 'a folder' run CUDA_HOME="$toolkit"
    works make make -C 'a folder' depend CUDA_HOME="$toolkit"
    grep -q 'scale.o: scale.cu' log || works 'make depend' false
    works nvcc env PATH="$toolkit/bin:$PATH" nvcc -o single "$projects/make/scale.cu" "$projects/make/check.cpp"
    works nvcc ./single
}

# Meson asks the compiler to run what it has compiled. The program of cuBLAS is that of the project for CMake.
with_meson() {
    cp -r "$projects/meson" with_meson
    cp "$projects/cmake/product.cu" with_meson
    printf "[binaries]\ncuda = '%s'\n" "$cucc" >cucc.ini
    works Meson env CUDA_PATH="$toolkit" meson setup --native-file cucc.ini with_meson/build with_meson
    works Meson ninja -C with_meson/build
    works Meson meson test -C with_meson/build
}

# Libraries that C opens which knows nothing of CUDA, and a program that has the device in it. One has a race.
with_plugin() {
    plugin=$projects/plugin
    works plugin "$cucc" -shared -Xcompiler -fPIC "$plugin/histogram.cu" -o right.so
    works plugin "$toolkit/bin/nvcc" -c --compiler-options '-fPIC' -DLOST_UPDATES "$plugin/histogram.cu" -o racy.o
    works plugin "$toolkit/bin/nvcc" --shared racy.o -o racy.so
    works plugin cc -o open_in_c "$plugin/open.c"
    works plugin "$cucc" -o open_in_cuda -x cu "$plugin/open.c"
    for open in open_in_c open_in_cuda; do
        works $open ./$open ./right.so
        ./$open ./right.so ./racy.so >log 2>&1
        status=$?
        { [ $status = 3 ] && grep -q '^0 wrong' log && grep -q 'kernel count, .* of_block\[' log &&
            grep -q 'writes at histogram.cu:16' log; } || works "the race of $open" false
    done
}

[ $# -gt 0 ] || works 'a topic' false
for topic; do
    case $topic in
    cmake) with_cmake ;;
    fetched) with_fetched ;;
    find_cuda) with_find_cuda ;;
    find_package) with_find_package ;;
    make) with_make ;;
    meson) with_meson ;;
    plugin) with_plugin ;;
    *) works "the topic $topic" false ;;
    esac
done
exit "$failed"
