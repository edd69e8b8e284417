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
