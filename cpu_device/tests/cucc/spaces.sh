#!/bin/sh
# SPDX-License-Identifier: MIT
# spaces.sh CUCC SOURCE_FOLDER: host and device may call of each other exactly what nvcc 13 allows. Each message was
# compared with nvcc's for the same line. Needs g++'s plugin headers.
set -u
# shellcheck disable=SC2034 # common.sh compiles with it
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/lines.sh"

begin stdio.h algorithm iostream
kernel 43 'calling a __host__ function("twice(int)") from a __global__ function("k@") is not allowed' 'o[0] = twice(3)'
kernel 42 'calling a constexpr __host__ function("cube(int)") from a __global__ function("k@") is not allowed. The experimental flag '\''--expt-relaxed-constexpr'\'' can be used to allow this.' 'o[0] = cube(3)'
kernel 46 'calling a constexpr __host__ function("std::max<int>") from a __global__ function("k@")' 'o[0] = std::max(1, 2)'
kernel 38 'identifier "variable" is undefined in device code' 'o[0] = variable'
kernel 38 'identifier "table" is undefined in device code' 'o[0] = table[o[1]]'
kernel 36 'identifier "std::cout" is undefined in device code' 'std::cout << 3'
kernel 39 'calling a __host__ function("on_host::on_host()") from a __global__ function("k@") is not allowed' 'on_host x'
kernel 42 'calling a __host__ function("rand") from a __global__ function("k@") is not allowed' 'o[0] = rand()'
kernel 35 'calling a __host__ function("puts") from a __global__ function("k@") is not allowed' 'puts("x")'
kernel 41 'cudaMalloc() in device code needs -rdc=true' 'cudaMalloc(0, 0)'
kernel 49 'cudaMalloc() in device code needs -rdc=true' 'int *p; cudaMalloc(&p, 4)'
says 'error: cudaGetErrorString() in device code needs -rdc=true' \
    '__device__ const char *f@() { return cudaGetErrorString(cudaSuccess); } __global__ void k@() { printf("%s", f@()); }'
says 'calling a __host__ function("on_host::on_host()") from a __device__ function("holds@::holds@") is not allowed' \
    'struct holds@ { on_host inner; }; __global__ void k@() { holds@ x; }'
says 'calling a __host__ function("functor::operator()(int) const") from a __global__ function("run@<functor>")' \
    'template <class F> __global__ void run@(F f, int *o) { o[0] = f(o[1]); }' \
    'void f@(int *o) { run@<<<1, 1>>>(functor(), o); }'
says 'calling a constexpr __host__ function("f@(int*)::<lambda(int)>") from a __global__ function("run@<f@(int*)::' \
    'template <class F> __global__ void run@(F f, int *o) { o[0] = f(o[1]); }' \
    'void f@(int *o) { run@<<<1, 1>>>([](int n) { return n; }, o); }'
kernel 46 'identifier "constant" is undefined in device code' 'const int &x = constant; o[0] = x'
says 'error: identifier "fixed@" is undefined in device code' \
    'constexpr int fixed@[] = {1, 2}; __global__ void k@(int *o) { o[0] = fixed@[o[1]]; }'
compiles 1

alone ':44: error: the CPU device has no cudaGetDevice() in kernels' '__global__ void k@(int *o) { cudaGetDevice(o); }'

begin stdio.h
says '' '__device__ const char *nobody_calls@() { return cudaGetErrorString(cudaGetLastError()); }' \
    '__device__ void nobody_calls_it@(int *o) { cudaGetDevice(o); }'
says '' 'template <class T> struct __align__(16) of_four@ { T x[4]; __device__ T first() const { return x[0]; } };' \
    'struct alignas(8) of_two@ { int x[2]; __device__ int first() const { return x[0]; } };' \
    'size_t f@() { return sizeof(of_four@<int>) + sizeof(of_two@); }'
says '' 'int f@(const float **p) { return cudaMalloc(p, 4) + cudaMallocHost(p, 4) + cudaMallocManaged(p, 4); }'
compiles 0

begin stdio.h
says 'error: Unresolved extern function "elsewhere@(int)"' \
    '__device__ int elsewhere@(int n); __global__ void k@(int *o) { o[0] = elsewhere@(1); }'
says '' '__device__ int later@(int n); __global__ void k@(int *o) { o[0] = later@(1); }' \
    '__device__ int later@(int n) { return n; } struct s@ { int n; __device__ int get() const; };' \
    '__global__ void l@(s@ x, int *o) { o[0] = x.get(); } __device__ int s@::get() const { return n; }'
compiles 1
nothing_is_said
compiles 0 -rdc=true

# What only the pass for the host finds.
begin stdio.h
says ':35: error: calling a __device__ function("thrice(int)") from a __host__ function("f@") is not allowed' \
    'int f@(int n) { return n + thrice(n); }'
says 'calling a __device__ function("thrice(int)") from a __host__ __device__ function("f@") is not allowed' \
    '__host__ __device__ int f@(int n) { return thrice(n); }'
says 'calling a __device__ function("__syncthreads") from a __host__ function("f@") is not allowed' \
    'void f@() { __syncthreads(); }'
compiles 1

# g++ refuses this before its plugin sees the rest.
begin stdio.h
says ':43: error: __host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag' \
    'template <class F> __global__ void run@(F f, int *o) { o[0] = f(o[1]); }' \
    'void f@(int *o, int n) { run@<<<1, 1>>>([=] __device__ (int i) { return n + i; }, o); }'
compiles 1

begin stdio.h algorithm
says 'warning: a __device__ variable "total" cannot be directly read or written in a host function' \
    'int f@() { return total; }'
says 'warning: calling a __host__ function("twice(int)") from a __host__ __device__ function("f@") is not allowed' \
    '__host__ __device__ int f@(int n) { return twice(n); }'
right 'o[0] = constant + sizeof variable + thrice(2); plain x; o[1] = x.n + shared_by_all; total = 3'
right 'o[0] = abs(o[1]) + std::sqrt(2.0f) + max(1, 2) + sqrtf(o[2]) + std::floor(1.5); memcpy(o, o + 4, 8); free(malloc(4))'
right 'auto l = [=](int n) { return n + o[0]; }; o[1] = l(3); struct local { int n; int get() { return n; } } x{1}; x.get()'
right 'o[0] = std::move(o[1]); for (int n : {1, 2}) o[n] = n; int *p = new int; delete p; printf("%d", o[0])'
says '' 'int f@(int *p) { cudaMemcpyToSymbol(total, p, sizeof total); void *q; cudaGetSymbolAddress(&q, total);' \
    'shared_by_all = cube(2); return std::max(1, 2); }'
right 'constexpr int n = 4; const int m = 2; float a[n * m]; const int &r = n; auto f = [&] { return n + r; }; a[0] = 1; o[0] = a[0] + f() + max(constant, 2)'
compiles 0

begin stdio.h
says '' 'template <class F> __global__ void run@(F f, int *o) { o[0] = f(o[1]); }' \
    'void f@(int *o, int n) { run@<<<1, 1>>>([=] __device__ (int i) mutable -> int { return n + i; }, o); }'
says 'error: An extended __device__ lambda cannot capture variables by reference' \
    'template <class F> __global__ void run@(F f, int *o) { o[0] = f(o[1]); }' \
    'void f@(int *o, int n) { run@<<<1, 1>>>([&] __device__ (int i) { return n + i; }, o); }'
says 'error: The enclosing parent function ("f@") for an extended __device__ lambda cannot have private or protected access' \
    'template <class F> __global__ void run@(F f, int *o) { o[0] = f(o[1]); }' \
    'class c@ { void f@(int *o) { run@<<<1, 1>>>([=] __device__ (int i) { return i; }, o); } public: c@() { f@(nullptr); } };'
says 'error: __host__ __device__ extended lambdas cannot be generic lambdas' \
    'int f@() { auto l = [] __host__ __device__ (auto x) { return x; }; return l(1); }'
says 'error: A type local to a function ("l@") cannot be used in the type of a variable captured by an extended' \
    'int f@() { struct l@ { int x; } s = {1}; return [=] __host__ __device__ () { return s.x; }(); }'
compiles 1 --extended-lambda

begin stdio.h algorithm
says '' 'template <class F> __global__ void run@(F f, int *o) { o[0] = f(o[1]); }' \
    'void f@(int *o, int n) { run@<<<1, 1>>>([=] __device__ (int i) mutable -> int { return n + i; }, o); }'
right 'o[0] = cube(3) + std::max(1, 2)'
compiles 0 --extended-lambda --expt-relaxed-constexpr

exit $failed
