#!/bin/sh
# SPDX-License-Identifier: MIT
# modules.sh CUCC SOURCE_FOLDER: the files that cucc -ptx, -cubin and -fatbin make, files that are not modules, and what
# NVRTC leaves behind.
set -u
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"
mkdir temporary
export TMPDIR="$PWD/temporary"

cat >kernels.cu <<'END'
#include <stdio.h>
extern "C" { __device__ int calls = 1; }
__global__ void set(int *a, int value) { *a = value; }
template <class T> __global__ void twice(T *a) { *a += *a; }
template __global__ void twice<int>(int *);
extern "C" __global__ void divide(int *a, int by) { *a = 7 / by; }
extern "C" __global__ void overrun(int *a) { ++calls; a[1] = 0; }
int host(int i) { return printf("%d\n", i); }
int main() { return host(3); }
END
# Loads a module, and launches one of its kernels with a pointer to an int and a 0.
cat >load.cu <<'END'
#include <cuda.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction kernel;
    CUdeviceptr a;
    int value = 5, zero = 0;
    void *arguments[] = {&a, &zero};
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
    if (CUresult error = cuModuleLoad(&module, argv[1])) {
        printf("refused: %d\n", (int)error);
        return 0;
    }
    cuMemAlloc(&a, sizeof value);
    cuMemcpyHtoD(a, &value, sizeof value);
    CUresult error = cuModuleGetFunction(&kernel, module, argc > 2 ? argv[2] : "_Z3setPii");
    if (error == CUDA_SUCCESS)
        error = cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL);
    if (error == CUDA_SUCCESS)
        error = cuMemcpyDtoH(&value, a, sizeof value);
    cuMemFree(a);
    printf("%d, error %d\n", value, (int)error);
}
END
# loads OUTPUT MESSAGE ARGUMENT...: prints that, and has that in what it says, nothing for ''.
loads() {
    output=$1 message=$2
    shift 2
    ./load "$@" >out 2>log
    if [ "$(cat out)" != "$output" ]; then
        cat out log
        wrong "load $*"
    elif [ -z "$message" ] && [ -s log ] || ! grep -Fqe "$message" log && [ -n "$message" ]; then
        wrong "load $*: it does not say: $message"
    fi
}

makes() { # in silence
    if "$cucc" "$@" >log 2>&1 && [ ! -s log ]; then return; fi
    wrong "$@"
}

makes load.cu -lcuda -o load
for kind in ptx cubin fatbin; do
    makes "-$kind" kernels.cu
    makes "--$kind" -arch=sm_90 -O3 kernels.cu -o "out.$kind"
    for module in "kernels.$kind" "out.$kind"; do
        loads '0, error 0' '' "$module"
        loads '10, error 0' '' "$module" _Z5twiceIiEvPT_
        loads '5, error 500' '' "$module" main
        loads '5, error 700' 'thread (0,0,0), at kernels.cu:7' "$module" overrun
        loads '-1, error 0' 'integer division by zero' "$module" divide
    done
done
grep -q '^// .visible .entry divide$' kernels.ptx || wrong "-ptx: names no kernels"
refuses '-cubin with -o takes one file' -cubin kernels.cu load.cu -o two

echo 'no such type' >bad.cu
"$cucc" -ptx bad.cu >log 2>&1 && wrong -ptx bad.cu
grep -q '^bad.cu:1:' log || wrong -ptx bad.cu
[ ! -e bad.ptx ] || wrong "-ptx bad.cu: left a file"

# What is no module of the device's.
printf '.version 8.8\n.target sm_90\n.address_size 64\n' >other.ptx
loads 'refused: 200' 'CPU device: other.ptx is text for a GPU' other.ptx
printf '\177ELF\002\001\001\063\007\0\0\0\0\0\0\0\002\0\276\0' >other.cubin
head -c 100 /dev/zero >>other.cubin
loads 'refused: 200' 'CPU device: other.cubin is machine code for a GPU' other.cubin
printf '\120\355\125\272\001\0\020\0\0\0\0\0\0\0\0\0' >other.fatbin
loads 'refused: 200' 'CPU device: other.fatbin is a fat binary for GPUs' other.fatbin
: >empty
loads 'refused: 200' 'CPU device: empty is no module' empty
head -c 5000 kernels.cubin >half
loads 'refused: 200' 'CPU device: half is not whole' half
head -c 5000 kernels.ptx >half
loads 'refused: 200' 'CPU device: half is not whole' half
loads 'refused: 200' 'module that cannot be linked' load
loads 'refused: 301' '' none
cat >undefined.cu <<'END'
extern "C" __device__ int function();
extern "C" __global__ void k(int *a) { *a = function(); }
END
makes -rdc=true -ptx undefined.cu
loads 'refused: 200' 'cannot be linked (undefined symbol: function)' undefined.ptx k

# NVRTC, and what is left of it: of a program that ends, of one that is killed while it compiles, and without cucc.
cat >compile.cu <<'END'
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    nvrtcProgram program;
    nvrtcCreateProgram(&program, argv[1], NULL, 0, NULL, NULL);
    printf("%s\n", nvrtcGetErrorString(nvrtcCompileProgram(program, 0, NULL)));
    size_t size;
    nvrtcGetProgramLogSize(program, &size);
    char *log = (char *)malloc(size);
    nvrtcGetProgramLog(program, log);
    printf("%s", log);
    free(log);
    nvrtcDestroyProgram(&program);
}
END
makes compile.cu -lnvrtc -o compile
# compiles RESULT TEXT: what is compiled has that result.
compiles() {
    ./compile "$2" >log 2>&1
    [ "$(head -n 1 log)" = "$1" ] || wrong "compile $2"
    # shellcheck disable=SC2012 # it is empty
    [ "$(ls temporary | wc -l)" = 0 ] || wrong "compile $2: left $(ls temporary)"
}
compiles NVRTC_SUCCESS '__global__ void k() {}'
compiles NVRTC_ERROR_COMPILATION '__global__ void k() { int i = j; }'
grep -q '^default_program(1): error: ' log || wrong "compile: no line in the log"
compiles NVRTC_ERROR_COMPILATION '__global__ int k() {}'
CUCC=/nowhere/cucc compiles NVRTC_ERROR_BUILTIN_OPERATION_FAILURE '__global__ void k() {}'
grep -q 'cannot start /nowhere/cucc' log || wrong "compile: does not say that there is no cucc"
./compile '__global__ void k() {}' >log 2>&1 &
sleep 0.2
kill -s KILL $!
wait $! 2>/dev/null
tries=0
while [ -n "$(ls temporary)" ] && [ $tries -lt 1000 ]; do
    sleep 0.2
    tries=$((tries + 1))
done
[ -z "$(ls temporary)" ] || wrong "killed: left $(ls temporary)"
exit $failed
