#!/bin/sh
# SPDX-License-Identifier: MIT
# archives.sh CUCC SOURCE_FOLDER: the archives that stand for CUDA's libraries are built when a program first asks for them,
# and from then on together with the device.
set -u
source=$2 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"
fake_compiler
mkdir sources
cp -r "$source/cpu_device" sources
cucc=$PWD/sources/cpu_device/cucc
# shellcheck disable=SC2154 # $work is set by common.sh
export CXX="$work/fake" CUCC_BUILD="$work/build"
all='cublas cublasLt curand cusolver cusparse nccl nvrtc'

archives() { # those that exist, in one line
    for name in $all; do
        [ ! -e "build/lib$name.a" ] || printf '%s ' "$name"
    done
}
# asks "ARCHIVES" COUNT ARGUMENT...: after cucc was called in this way, these archives exist, and so many sources of the
# device were compiled.
asks() {
    expected=$1 count=$2
    shift 2
    : >compiled
    "$cucc" "$@" >log 2>&1 || wrong "$@"
    [ "$(archives)" = "$expected" ] || wrong "$*": the archives are "$(archives)", and not "$expected"
    [ "$(wc -l <compiled)" = "$count" ] || wrong "$@" compiles "$(wc -l <compiled)" sources, not "$count"
}

device=$(($(find sources/cpu_device/src -mindepth 1 -maxdepth 1 -type d | wc -l) + 1)) # a folder each, and one file
asks '' "$device" --build
[ "$("$cucc" --folder)" = "$(realpath build)" ] || wrong --folder
asks '' 0 -c yes.cu -lcublas -o yes.o
asks 'curand ' 1 --build curand
asks 'curand ' 0 --build curand
asks 'cublas cublasLt curand ' 2 --build -lcublasLt
asks 'cublas cublasLt curand nccl ' 1 yes.o -cudart none -Wl,--unresolved-symbols=ignore-all -lnccl -o out
asks 'cublas cublasLt curand cusolver nccl ' 1 yes.o -shared -lcusolver_static -o out.so
refuses '--build takes "all", or names of libraries such as cublas, not cufft' --build cufft

# After an edit, a build of the device rebuilds those that exist.
echo '//' >>sources/cpu_device/libraries/cusparse/cusparse.cpp
echo '//' >>sources/cpu_device/libraries/curand/curand.cpp
asks 'cublas cublasLt curand cusolver nccl ' 1 --build
# While one is built, others compile with the device.
: >compiled
MOMENT=5 "$cucc" --build cusparse >other 2>&1 &
while [ ! -s compiled ]; do sleep 0.1; done
"$cucc" -c yes.cu -o yes.o >log 2>&1
{ [ ! -s log ] && kill -0 $!; } || wrong -c waits for a library that it does not use
wait $!
ln -s fake same # the same compiler under another name compiles nothing anew
CXX=$work/same
asks 'cublas cublasLt curand cusolver cusparse nccl nvrtc ' 1 --toolkit
CXX=$work/fake

# Two at once build one archive each.
rm -f build/libcu[brs]*.a build/objects/cu*.o
MOMENT=1 "$cucc" --build cusparse >other 2>&1 &
MOMENT=1 "$cucc" --build cusolver >log 2>&1 || wrong --build cusolver, beside another
wait $! || wrong --build cusparse, beside another
[ "$(archives)" = 'cusolver cusparse nccl nvrtc ' ] || wrong --build, twice at once: "$(archives)"
[ -z "$(find build -name 'fresh*' -o -name '*.new')" ] || wrong --build, twice at once: "$(ls build)"
exit "$failed"
