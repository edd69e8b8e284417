#!/bin/sh
# SPDX-License-Identifier: MIT
# declarations.sh CUCC SOURCE_FOLDER: declarations and launches that the host's compiler would accept but nvcc 13
# refuses, and those that nvcc accepts. Needs g++'s plugin headers.
set -u
# shellcheck disable=SC2034 # common.sh compiles with it
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/lines.sh"

# What only the pass for the host finds.
begin stdio.h
says ':17: error: a __global__ function call must be configured' \
    '__global__ void k@(int *o) { o[0] = 1; }' 'void f@() { k@(nullptr); }'
says 'error: a __global__ function call must be configured' \
    '__global__ void k@(int *o) { o[0] = 1; }' '__global__ void l@(int *o) { k@(o); }'
says 'error: a host function call cannot be configured' 'int f@() { twice<<<1, 1>>>(3); return 0; }'
says 'error: could not convert' '__global__ void k@() {}' 'void f@() { k@<<<1, 1, 0, 0, 0>>>(); }'
says 'error: a static "__shared__" variable declaration is not allowed inside a host function body' \
    'void f@() { __shared__ int x; x = 1; }'
says 'formal parameter space overflowed' \
    'struct big@ { char c[32768]; }; __global__ void k@(big@ b, int *o) { o[0] = b.c[0]; }'
says 'is unavailable: CUDA 13 has no such function: use cudaDeviceSynchronize()' 'void f@() { cudaThreadSynchronize(); }'
compiles 1

begin stdio.h
says 'error: dynamic initialization is not supported for a __constant__ variable' \
    'struct v@ { int n; __host__ __device__ v@() : n(1) {} }; __constant__ v@ one@;'
says 'error: dynamic initialization is not supported for a __device__ variable' '__device__ int copied@ = variable;'
says 'error: declaration is incompatible with previous "s"' \
    'template <class T> __global__ void k@(T *o) { extern __shared__ T s[]; o[0] = s[1]; }' \
    'void f@() { k@<<<1, 1, 8>>>((int *)0); k@<<<1, 1, 8>>>((float *)0); }'
kernel 35 'expression must have a constant value' 'int x[o[0]]; o[1] = x[0]'
kernel 31 'device code does not support exception handling' 'throw 1'
says 'error: device code does not support exception handling' \
    '__global__ void k@(int *o) { try { o[0] = 1; } catch (...) {} }'
kernel 49 "‘T __shfl_down(T, unsigned int, int) [with T = int]’ is unavailable: no GPU since 7.0 has it: use __shfl_down_sync(0xffffffff, ...)" \
    'o[0] = __shfl_down(o[1], 1)'
compiles 1

begin stdio.h
says 'warning: dynamic initialization is not supported for a function-scope static __shared__ variable' \
    'struct v@ { int n; __device__ v@() : n(1) {} }; __global__ void k@(int *o) { __shared__ v@ x; o[0] = x.n; }'
says 'is used uninitialized' '__global__ void k@(int *o) { int x; o[0] = x + 1; }'
says '' '__global__ void k@(int *o) { float4 v; int x; if (o[1]) { x = o[2]; v.y = x; } if (o[1]) o[0] = x + v.y; }'
says '' '__global__ void k@(float2 *o) { float2 v; v.x = threadIdx.x; o[threadIdx.x] = v; }' # as nvcc
says '' 'class a@ { int n = 3; friend __global__ void k@(a@ x, int *o); }; __global__ void k@(a@ x, int *o) { o[0] = x.n; }'
says '' 'struct v@ { int n; __host__ __device__ v@() {} v@(int m) : n(m) {} }; __constant__ v@ some@[4]; __device__ v@ one@;' \
    '__global__ void k@(int *o) { __shared__ v@ x[4]; __shared__ dim3 d; o[0] = x[0].n + some@[1].n + one@.n + d.x; }'
says '' 'struct v@ { int n; constexpr v@(int m) : n(m) {} constexpr __host__ __device__ int get() const { return n; } };' \
    'constexpr v@ one@(1); __global__ void k@(int *o) { o[0] = one@.n + one@.get(); }'
says '' 'extern __shared__ int s[]; __global__ void k@(int *o) { o[0] = s[1]; }' \
    'extern __shared__ int s[]; __global__ void l@(int *o) { extern __shared__ float t[]; o[0] = s[1] + t[0]; }' \
    '__launch_bounds__(64) __global__ void m@(int *o) { extern __shared__ __align__(16) float t[]; o[0] = t[0]; }' \
    'void f@() { m@<<<1>>>(nullptr); }'
says '' 'template <class T> __global__ void k@(T *o, int n) { o[0] = n; }' \
    'template __global__ void k@<int>(int *o,' 'int n); template __global__ void k@(float *, int);'
compiles 0

# What is found before g++ sees it.
alone 'error: an automatic "__constant__" variable declaration is not allowed inside a host function body' \
    'void f@() { __constant__ int x = 1; }'
alone 'error: a __global__ function or function template cannot be a member function' \
    'struct s@ { static __global__ void k() {} };'
alone 'error: a __global__ function cannot have ellipsis' '__global__ void k@(int n, ...) {}'
alone 'error: an exception specification is not allowed for a __global__ function' '__global__ void k@() noexcept {}'
alone 'error: an automatic "__device__" variable declaration is not allowed inside a device function body' \
    '__global__ void k@() { __device__ int x; x = 1; }'

echo '__global__ void k(int *o) { o[0] = (uint32_t)o[1]; }' >words.cu
"$cucc" -c words.cu >log 2>&1
grep -q "words.cu:1:37: error: ‘uint32_t’ was not declared in this scope$" log || wrong 'uint32_t without its header'
# A function of the device without its return: a warning, and an arbitrary value, as on a GPU.
cat >missing.cu <<'END'
#include <stdio.h>
struct big {
    int values[20];
};
__device__ int nothing(int) {}
__device__ float some(int n)
{
    if (n > 0)
        return n;
}
__noinline__ __device__ big structure(int n)
{
    if (n == 1000)
        return big();
}
template <class T> __host__ __device__ T generic(int n)
{
    switch (n) {
    case 0: return 1;
    case 1: return 2;
    }
}
__global__ void k(int *out)
{
    auto lambda = [](int n) -> int { while (n > 100) return n; };
    int unused = nothing(out[threadIdx.x]) ^ lambda(out[threadIdx.x]) ^ (int)some(out[threadIdx.x]) ^ structure(out[threadIdx.x]).values[3];
    out[threadIdx.x] = generic<int>(1) + (int)some(3) + (unused == 12345678);
}
int main()
{
    int *out, got = 0;
    if (cudaMalloc(&out, 128) || cudaMemset(out, 0, 128))
        return 1;
    k<<<1, 32>>>(out);
    if (cudaMemcpy(&got, out, 4, cudaMemcpyDeviceToHost) || cudaFree(out))
        return 1;
    printf("%d\n", got);
}
END
for option in -O3 -O0 -checked; do
    "$cucc" $option missing.cu -o missing >log 2>&1
    for line in 5 10 15 22 25; do
        grep -q "missing.cu:$line:.*\[-Wreturn-type\]$" log || wrong "missing return, line $line, $option"
    done
    if ! ./missing >log 2>&1 || [ "$(cat log)" != 5 ]; then
        wrong "missing return, $option"
    fi
done
exit $failed
