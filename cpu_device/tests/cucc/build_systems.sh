#!/bin/sh
# SPDX-License-Identifier: MIT
# build_systems.sh CUCC SOURCE_FOLDER: tests what build systems ask for: -x cu, response files, preprocessing only,
# dependencies of names with blanks, folders for outputs, and the answers about architectures and the toolkit.
set -u
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

mkdir 'a folder'
cp yes.cu 'a folder/no suffix'
builds -x cu 'a folder/no suffix' -o out
printf '%s\n' "-DNAME='a b' \"-DOTHER=a 'b'\"" >options.rsp
echo '-o out -I.' >output.rsp
builds --options-file options.rsp @output.rsp yes.cu
{ "$cucc" -E yes.cu >log 2>&1 && grep -q '__global__ void set' log; } || wrong -E
{ "$cucc" -E yes.cu -o yes.ii >log 2>&1 && [ ! -s log ] && grep -q '__global__ void set' yes.ii; } || wrong -E -o

# A kernel template in code for a shared library, as CMake's POSITION_INDEPENDENT_CODE asks.
printf '#include <cstdio>\ntemplate <class T> __global__ void set(T *p) { *p = 1; }\n' >template.cu
printf 'int main()\n{\n    int *d;\n    cudaMalloc(&d, 4);\n    set<<<1, 1>>>(d);\n    if (cudaFree(d) == cudaSuccess)\n        puts("Yes");\n}\n' >>template.cu
builds -Xcompiler -fPIC template.cu -o out

# CMake's CUDAToolkit_INCLUDE_DIRS name the toolkit's headers, in front of those of Thrust.
if "$cucc" --thrust >log 2>&1; then
    cp yes.cu thrust.cu
    sed -i '1i #include <thrust/device_ptr.h>' thrust.cu
    builds -I"$("$cucc" --toolkit)/include" thrust.cu -o out
fi

# Options of nvcc's that some projects pass; and -clean, which removes what the rest of the line would make.
builds -Xfatbin -compress-all -Werror cross-execution-space-call,reorder -Werror=cross-execution-space-call \
    -Werror=all-warnings -fdevice-syntax-only yes.cu -o out
printf 'struct two { int a, b; two() : b(1), a(b) {} };\nint main() { return two().a; }\n' >reorder.cu
"$cucc" -c -Werror reorder reorder.cu >log 2>&1 && wrong -Werror reorder reorder.cu
"$cucc" -c reorder.cu -o reorder.o >log 2>&1 || wrong -c reorder.cu
"$cucc" -clean -c reorder.cu -o reorder.o >log 2>&1 || wrong -clean -c reorder.cu
{ [ ! -e reorder.o ] && [ -e reorder.cu ]; } || wrong -clean -c reorder.cu, which leaves reorder.o or no source
{ "$cucc" -clean yes.cu -o out >log 2>&1 && [ ! -e out ]; } || wrong -clean yes.cu -o out

# A cache knows a program by what -E prints: what only one of the two passes has counts, too.
for side in ifdef ifndef; do
    for value in 1 2; do
        printf '#%s __CUDA_ARCH__\nint value = %s;\n#endif\n' $side $value >sides.cu
        "$cucc" -E sides.cu >$side.$value 2>log || wrong -E sides.cu
    done
    ! cmp -s $side.1 $side.2 || wrong -E sides.cu, with a change in the code of "#$side __CUDA_ARCH__"
done
grep -q '^int value = 2;' ifdef.2 || wrong -E sides.cu, without the code of the device

{ "$cucc" -M yes.cu >log 2>&1 && grep -q '^yes.o: .*yes.cu' log && grep -q cuda_runtime.h log; } || wrong -M
{ "$cucc" -MM yes.cu -MT 'a target' -o yes.d >log 2>&1 && grep -q '^a target: .*yes.cu' yes.d; } || wrong -MM
{ "$cucc" -MD -MF 'a folder/yes.d' -c yes.cu -o 'a folder/yes.o' >log 2>&1 && grep -q 'yes.o: .*yes.cu' 'a folder/yes.d'; } ||
    wrong -MD -MF 'a folder/yes.d'

{ "$cucc" --list-gpu-arch && "$cucc" --list-gpu-code; } >log 2>&1 || wrong --list-gpu-arch
{ grep -qx compute_90 log && grep -qx sm_90 log; } || wrong --list-gpu-arch

write_parts
# Outputs without a name go where -odir says.
mkdir objects
{ "$cucc" -odir objects -rdc=true -MD -c kernel.cu host.cpp && "$cucc" --output-directory=objects -M kernel.cu -o objects/m.d; } >log 2>&1 ||
    wrong -odir
for name in kernel.o host.o kernel.d m.d; do
    [ -s objects/$name ] || wrong -odir: $name
done
refuses "the output's folder none/ does not exist" -odir none -c kernel.cu

toolkit=$("$cucc" --toolkit)
for part in bin/nvcc include/cuda_runtime.h include/cublas.h lib64/libcudart.so lib64/libcudart_static.a version.json; do
    [ -e "$toolkit/$part" ] || wrong --toolkit: "$part"
done

refuses "can't read the options in none.rsp" @none.rsp
exit "$failed"
