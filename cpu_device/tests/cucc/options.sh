#!/bin/sh
# SPDX-License-Identifier: MIT
# options.sh CUCC SOURCE_FOLDER: the options that cucc takes from g++ and nvcc, in either spelling. Options that can be
# combined share one compilation.
set -u
# shellcheck disable=SC2034 # common.sh compiles with it
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

builds -Xcompiler '"-Wall",,-O2,' -std=gnu++98 yes.cu -o out
builds -oout -O3 -Wall -Wextra -Werror -expt-extended-lambda --expt-relaxed-constexpr -rdc=true -ftz=true -Xptxas -v -t4 yes.cu
builds yes.cu --output-file out -std=c++11 -Xcompiler '-Wl\,-rpath\,/tmp,"-Wl,-rpath,/usr/lib"' \
    -Xcompiler "'-DNAME=a b',-DTEXT=\\\"a\\\""
builds -std c++14 yes.cu -o out -O 3 -I /tmp -I. -L /tmp -D NAME='"a b"' -DOTHER='a b' -lm
builds --machine 64 --optimize 3 --define-macro X=1 -Werror all-warnings -arch=sm_80 -gencode arch=compute_80,code=sm_80 \
    -arch native yes.cu -o out -lineinfo -G -use_fast_math -lcudart
builds -std=c++98 -flto -fno-rtti -fno-exceptions -dlto -Xcompiler '-Wall -O2' -Xcompiler -Wextra,-Wshadow \
    -Xlinker -rpath,/tmp yes.cu -o out
# What nvcc takes in either spelling, and means nothing here
builds --display-error-number -opt-info inline -brief-diag=true -diag-error 20 --diag-warn=20 \
    -Wdefault-stream-launch -Wmissing-launch-bounds -Wext-lambda-captures-this --Wno-deprecated-gpu-targets -t=0 \
    --split-compile 0 --x=cu --m64 -noprof -cudadevrt none -ldir . -no-compress -compress-mode=size --fassociative-math \
    -fdevice-time-trace=trace --source-in-ptx -link --no-align-double --host-linker-script=use-lcs -aug-hls -relocatable-ptx -sanitize memcheck yes.cu -o out
builds --std=c++17 --optimize=1 --ftemplate-depth 500 --no-exceptions --x cu --output-file=out --Werror all-warnings \
    --compiler-options=-Wall --linker-options=-rpath,/tmp --Wno-deprecated-declarations yes.cu

refuses '-o needs a value' yes.cu -o
refuses '--default-stream=own: own is not legacy, null or per-thread' --default-stream=own yes.cu
refuses '-S is not supported' -S yes.cu
refuses '-ltoir is not supported' -dlto -ltoir yes.cu
for architecture in sm_999 sm_90b foo; do
    refuses "there is no GPU architecture $architecture: cucc --list-gpu-arch prints those that there are" -arch=$architecture yes.cu
done
refuses "yes.cu: without it the device checks nothing: leave out -fno-sanitize=thread (CPU_DEVICE_CHECKS=off runs a program unchecked)" -fno-sanitize=thread yes.cu
refuses "yes.cu: g++ cannot combine -fsanitize=address with the device's checks: leave it out for .cu files" -Xcompiler -fsanitize=address yes.cu
refuses '-x is cu, c or c++, not f77' -x f77 yes.cu

# The macros that nvcc 13 defines.
cat >macros.cu <<'END'
#if __CUDA_API_VER_MAJOR__ != 13 || __CUDA_API_VER_MINOR__ != 0 || !__NVCC_DIAG_PRAGMA_SUPPORT__ || !__CUDACC_DEVICE_ATOMIC_BUILTINS__
#error these are missing
#endif
#if defined(__CUDACC_RDC__) != RELOCATABLE || defined(__CUDACC_DEBUG__) != DEBUGGED
#error these differ
#endif
END
cat yes.cu >>macros.cu
builds -DRELOCATABLE=0 -DDEBUGGED=0 macros.cu -o out
builds -DRELOCATABLE=1 -DDEBUGGED=1 -rdc=true -G macros.cu -o out

# Where optimized code has its variables' values is in the object for a debugger alone.
has_values() { # OPTION
    "$cucc" "$1" -c yes.cu -o yes.o >log 2>&1
    readelf -SW yes.o | grep -q '[.]debug_loc'
}
if command -v readelf >/dev/null; then
    has_values -g || wrong "-g -c: no values of variables"
    ! has_values -O2 || wrong "-O2 -c: values of variables"
fi
exit "$failed"
