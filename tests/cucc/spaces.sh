#!/bin/sh
# SPDX-License-Identifier: MIT
# spaces.sh CUCC SOURCE_FOLDER: host and device are compiled apart, as with nvcc, and what one may call of the other is what
# nvcc 13 lets pass. Each message was compared with what nvcc says of the same line. Needs g++'s plugin headers.
set -u
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

# says STATUS TEXT LINE...: a program of these lines; TEXT has what is said of line 10, where the lines begin.
says() {
    status=$1 text=$2
    shift 2
    cat >lines.cu <<'END'
#include <algorithm>
#include <iostream>
#include <stdio.h>
int twice(int n) { return 2 * n; }
constexpr int cube(int n) { return n * n * n; }
int variable = 3; const int constant = 4; const int table[] = {1, 2, 3}; __device__ int total; __managed__ int shared_by_all;
__device__ int thrice(int n) { return 3 * n; }
struct on_host { int n = 1; on_host() {} int get() const { return n; } }; struct plain { int n = 2; };
struct holds { on_host inner; }; struct functor { int operator()(int n) const { return n; } };
END
    printf '%s\n' "$@" >>lines.cu
    # shellcheck disable=SC2086 # options, if any
    "$cucc" -c ${options:-} lines.cu -o lines.o >log 2>&1
    result=$?
    grep -E 'error|warning' log >said
    if [ $result = "$status" ] && if [ -n "$text" ]; then grep -qF "$text" said; else [ ! -s said ]; fi; then return; fi
    wrong "of $* (status $result, $text)"
}
kernel() {
    says 1 "lines.cu:10:$1: error: $2" "__global__ void k(int *o) { $3; }"
}
right() {
    says 0 '' "__global__ void k(int *o) { $1; }"
}

kernel 41 'calling a __host__ function("twice(int)") from a __global__ function("k") is not allowed' 'o[0] = twice(3)'
kernel 40 'calling a constexpr __host__ function("cube(int)") from a __global__ function("k") is not allowed. The experimental flag '\''--expt-relaxed-constexpr'\'' can be used to allow this.' 'o[0] = cube(3)'
kernel 44 'calling a constexpr __host__ function("std::max<int>") from a __global__ function("k")' 'o[0] = std::max(1, 2)'
kernel 36 'identifier "variable" is undefined in device code' 'o[0] = variable'
kernel 36 'identifier "table" is undefined in device code' 'o[0] = table[o[1]]'
kernel 34 'identifier "std::cout" is undefined in device code' 'std::cout << 3'
kernel 37 'calling a __host__ function("on_host::on_host()") from a __global__ function("k") is not allowed' 'on_host x'
kernel 40 'calling a __host__ function("rand") from a __global__ function("k") is not allowed' 'o[0] = rand()'
kernel 33 'calling a __host__ function("puts") from a __global__ function("k") is not allowed' 'puts("x")'
kernel 39 'calling a __host__ function("cudaMalloc") from a __global__ function("k")' 'cudaMalloc(0, 0)'
says 1 'calling a __host__ function("on_host::on_host()") from a __device__ function("holds::holds") is not allowed' \
    '__global__ void k() { holds x; }'
says 1 'calling a __host__ function("functor::operator()(int) const") from a __global__ function("run<functor>")' \
    'template <class F> __global__ void run(F f, int *o) { o[0] = f(o[1]); }' 'void f(int *o) { run<<<1, 1>>>(functor(), o); }'
says 1 'calling a constexpr __host__ function("f(int*)::<lambda(int)>") from a __global__ function("run<f(int*)::' \
    'template <class F> __global__ void run(F f, int *o) { o[0] = f(o[1]); }' \
    'void f(int *o) { run<<<1, 1>>>([](int n) { return n; }, o); }'
says 1 'lines.cu:10:33: error: calling a __device__ function("thrice(int)") from a __host__ function("f") is not allowed' \
    'int f(int n) { return n + thrice(n); }'
says 1 'calling a __device__ function("thrice(int)") from a __host__ __device__ function("f") is not allowed' \
    '__host__ __device__ int f(int n) { return thrice(n); }'
says 1 'calling a __device__ function("__syncthreads") from a __host__ function("f") is not allowed' \
    'void f() { __syncthreads(); }'
says 0 'warning: a __device__ variable "total" cannot be directly read or written in a host function' \
    'int f() { return total; }'
says 0 'warning: calling a __host__ function("twice(int)") from a __host__ __device__ function("f") is not allowed' \
    '__host__ __device__ int f(int n) { return twice(n); }'

right 'o[0] = constant + sizeof variable + thrice(2); plain x; o[1] = x.n + shared_by_all; total = 3'
right 'o[0] = abs(o[1]) + std::sqrt(2.0f) + max(1, 2) + sqrtf(o[2]) + std::floor(1.5); memcpy(o, o + 4, 8); free(malloc(4))'
right 'auto l = [=](int n) { return n + o[0]; }; o[1] = l(3); struct local { int n; int get() { return n; } } x{1}; x.get()'
right 'o[0] = std::move(o[1]); for (int n : {1, 2}) o[n] = n; int *p = new int; delete p; printf("%d", o[0])'
says 0 '' 'int f(int *p) { cudaMemcpyToSymbol(total, p, sizeof total); void *q; cudaGetSymbolAddress(&q, total);' \
    'shared_by_all = cube(2); return std::max(1, 2); }'
says 1 'lines.cu:11:39: error: __host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag' \
    'template <class F> __global__ void run(F f, int *o) { o[0] = f(o[1]); }' \
    'void f(int *o, int n) { run<<<1, 1>>>([=] __device__ (int i) { return n + i; }, o); }'
options=--extended-lambda
says 0 '' 'template <class F> __global__ void run(F f, int *o) { o[0] = f(o[1]); }' \
    'void f(int *o, int n) { run<<<1, 1>>>([=] __device__ (int i) mutable -> int { return n + i; }, o); }'
says 1 'error: An extended __device__ lambda cannot capture variables by reference' \
    'template <class F> __global__ void run(F f, int *o) { o[0] = f(o[1]); }' \
    'void f(int *o, int n) { run<<<1, 1>>>([&] __device__ (int i) { return n + i; }, o); }'
says 1 'error: The enclosing parent function ("f") for an extended __device__ lambda cannot have private or protected access' \
    'template <class F> __global__ void run(F f, int *o) { o[0] = f(o[1]); }' \
    'class c { void f(int *o) { run<<<1, 1>>>([=] __device__ (int i) { return i; }, o); } public: c() { f(nullptr); } };'
says 1 'error: __host__ __device__ extended lambdas cannot be generic lambdas' \
    'int f() { auto l = [] __host__ __device__ (auto x) { return x; }; return l(1); }'
says 1 'error: A type local to a function ("l") cannot be used in the type of a variable captured by an extended' \
    'int f() { struct l { int x; } s = {1}; return [=] __host__ __device__ () { return s.x; }(); }'
options=--expt-relaxed-constexpr
right 'o[0] = cube(3) + std::max(1, 2)'
options=

# What the host's compiler would take, and nvcc does not.
says 1 'lines.cu:11:13: error: a __global__ function call must be configured' \
    '__global__ void k(int *o) { o[0] = 1; }' 'void f() { k(nullptr); }'
says 1 'error: a __global__ function call must be configured' \
    '__global__ void k(int *o) { o[0] = 1; }' '__global__ void l(int *o) { k(o); }'
says 1 'error: a host function call cannot be configured' 'int f() { twice<<<1, 1>>>(3); return 0; }'
says 1 'error: could not convert' '__global__ void k() {}' 'void f() { k<<<1, 1, 0, 0, 0>>>(); }'
says 1 'error: a static "__shared__" variable declaration is not allowed inside a host function body' \
    'void f() { __shared__ int x; x = 1; }'
says 1 'error: an automatic "__device__" variable declaration is not allowed inside a device function body' \
    '__global__ void k() { __device__ int x; x = 1; }'
says 1 'error: an automatic "__constant__" variable declaration is not allowed inside a host function body' \
    'void f() { __constant__ int x = 1; }'
says 1 'error: a __global__ function or function template cannot be a member function' \
    'struct s { static __global__ void k() {} };'
says 1 'error: a __global__ function cannot have ellipsis' '__global__ void k(int n, ...) {}'
says 1 'error: an exception specification is not allowed for a __global__ function' '__global__ void k() noexcept {}'
says 1 'formal parameter space overflowed' 'struct big { char c[32768]; }; __global__ void k(big b, int *o) { o[0] = b.c[0]; }'
says 1 'error: dynamic initialization is not supported for a __constant__ variable' \
    'struct v { int n; __host__ __device__ v() : n(1) {} }; __constant__ v one;'
says 1 'error: dynamic initialization is not supported for a __device__ variable' '__device__ int copied = variable;'
says 0 'warning: dynamic initialization is not supported for a function-scope static __shared__ variable' \
    'struct v { int n; __device__ v() : n(1) {} }; __global__ void k(int *o) { __shared__ v x; o[0] = x.n; }'
says 1 'error: declaration is incompatible with previous "s"' \
    'template <class T> __global__ void k(T *o) { extern __shared__ T s[]; o[0] = s[1]; }' \
    'void f() { k<<<1, 1, 8>>>((int *)0); k<<<1, 1, 8>>>((float *)0); }'
kernel 33 'expression must have a constant value' 'int x[o[0]]; o[1] = x[0]'
kernel 29 'device code does not support exception handling' 'throw 1'
says 1 'error: device code does not support exception handling' '__global__ void k(int *o) { try { o[0] = 1; } catch (...) {} }'
kernel 44 'identifier "constant" is undefined in device code' 'const int &x = constant; o[0] = x'
says 1 'error: identifier "fixed" is undefined in device code' \
    'constexpr int fixed[] = {1, 2}; __global__ void k(int *o) { o[0] = fixed[o[1]]; }'
echo '__global__ void k(int *o) { o[0] = (uint32_t)o[1]; }' >words.cu
"$cucc" -c words.cu >log 2>&1
grep -q "words.cu:1:37: error: ‘uint32_t’ was not declared in this scope$" log || wrong 'uint32_t without its header'
says 1 'is unavailable: CUDA 13 has no such function: use cudaDeviceSynchronize()' 'void f() { cudaThreadSynchronize(); }'
kernel 47 "‘T __shfl_down(T, unsigned int, int) [with T = int]’ is unavailable: no GPU since 7.0 has it: use __shfl_down_sync(0xffffffff, ...)" \
    'o[0] = __shfl_down(o[1], 1)'
says 0 '' 'class a { int n = 3; friend __global__ void k(a x, int *o); }; __global__ void k(a x, int *o) { o[0] = x.n; }'
says 0 '' 'struct v { int n; __host__ __device__ v() {} v(int m) : n(m) {} }; __constant__ v some[4]; __device__ v one;' \
    '__global__ void k(int *o) { __shared__ v x[4]; __shared__ dim3 d; o[0] = x[0].n + some[1].n + one.n + d.x; }'
says 0 '' 'struct v { int n; constexpr v(int m) : n(m) {} constexpr __host__ __device__ int get() const { return n; } };' \
    'constexpr v one(1); __global__ void k(int *o) { o[0] = one.n + one.get(); }'
says 0 '' 'extern __shared__ int s[]; __global__ void k(int *o) { o[0] = s[1]; }' \
    'extern __shared__ int s[]; __global__ void l(int *o) { extern __shared__ float t[]; o[0] = s[1] + t[0]; }' \
    '__launch_bounds__(64) __global__ void m(int *o) { extern __shared__ __align__(16) float t[]; o[0] = t[0]; }' \
    'void f() { m<<<1>>>(nullptr); }'
says 0 '' 'template <class T> __global__ void k(T *o, int n) { o[0] = n; }' \
    'template __global__ void k<int>(int *o,' 'int n); template __global__ void k(float *, int);'
right 'constexpr int n = 4; const int m = 2; float a[n * m]; const int &r = n; auto f = [&] { return n + r; }; a[0] = 1; o[0] = a[0] + f() + max(constant, 2)'

says 1 'error: Unresolved extern function "elsewhere(int)"' \
    '__device__ int elsewhere(int n); __global__ void k(int *o) { o[0] = elsewhere(1); }'
says 0 '' '__device__ int later(int n); __global__ void k(int *o) { o[0] = later(1); }' \
    '__device__ int later(int n) { return n; } struct s { int n; __device__ int get() const; };' \
    '__global__ void l(s x, int *o) { o[0] = x.get(); } __device__ int s::get() const { return n; }'
options=-rdc=true
says 0 '' '__device__ int elsewhere(int n); __global__ void k(int *o) { o[0] = elsewhere(1); }'
options=

# A program's macros are not seen in the headers.
printf '%s\n' '#include <cooperative_groups.h>' '#include <cooperative_groups/reduce.h>' '#include <cuComplex.h>' '#include <stdio.h>' \
    '#if A + B + C + N + T != 15' '#error their values' '#endif' 'int main() { puts("Yes"); }' >letters.cu
builds -DA=1 -DB=2 -DC=3 -DN=4 -DT=5 letters.cu -o out

# Both passes: a kernel of a type without a name, statics, unnamed namespaces, bodies that differ, -arch.
cat >both.cu <<'EOF2'
#include <stdio.h>
static __device__ int counter = 3;
__constant__ float weights[] = {1, 2, 3};
__constant__ const float fixed[2] = {5, 6};
template <class T> __device__ T of_type = 4;
namespace
{
__device__ int hidden[4];
struct pair { int x; };
__device__ pair p;
__global__ void in_namespace(pair q, int *o) { o[0] = q.x + p.x + hidden[1]; }
}
__host__ __device__ int arch()
{
#ifdef __CUDA_ARCH__
    return __CUDA_ARCH__;
#else
    return -1;
#endif
}
static __global__ void with_static(int *o) { o[0] = counter + (int)weights[1] + (int)fixed[1] + of_type<int>; o[1] = arch(); }
template <class F> __global__ void run(F f, int *o) { o[threadIdx.x] = f(threadIdx.x); }
int main()
{
    int *o, h[2], ten = 10, sum = 0;
    pair one = {1};
    float w[3] = {7, 8, 9}, back[2];
    cudaMalloc(&o, sizeof h);
    cudaMemcpyToSymbol(counter, &ten, sizeof ten);
    cudaMemcpyToSymbol(hidden, &ten, sizeof ten, sizeof ten);
    cudaMemcpyToSymbol(p, &one, sizeof one);
    cudaMemcpyToSymbol(weights, w, sizeof weights);
    cudaMemcpyToSymbol(of_type<int>, &ten, sizeof ten);
    auto fetch = [&] { cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost); sum = 1000 * sum + h[0]; };
    in_namespace<<<1, 1>>>(one, o);
    fetch();
    run<<<1, 2>>>([=] __host__ __device__(int i) { return i + ten; }, o);
    fetch();
    with_static<<<1, 2>>>(o);
    fetch();
    cudaMemcpyFromSymbol(back, fixed, sizeof back);
    bool right = sum == 12010034 && h[1] == EXPECTED && arch() == -1 && back[1] == 6;
    cudaFree(o);
    printf(right ? "Yes\n" : "NO: %d, %d\n", sum, h[1]);
    return 0;
}
EOF2
builds --extended-lambda -Wall -Wextra -DEXPECTED=900 both.cu -o out
builds --extended-lambda -arch=sm_80 -DEXPECTED=800 both.cu -o out
builds --extended-lambda -gencode arch=compute_100a,code=sm_100a -DEXPECTED=1000 both.cu -o out
builds --extended-lambda -arch=native -DEXPECTED=900 both.cu -o out

# For NVRTC, what is not said to be the device's is the host's, and that is refused.
cat >compiles.cu <<'END'
#include <nvrtc.h>
#include <stdio.h>
int main()
{
    static char log[1000];
    nvrtcProgram program;
    nvrtcCreateProgram(&program, "\n\nint f(int i)\n{\n    return i;\n}\n", "tried.cu", 0, NULL, NULL);
    nvrtcResult result = nvrtcCompileProgram(program, 0, NULL);
    nvrtcGetProgramLog(program, log);
    printf("%s: %s", nvrtcGetErrorString(result), log);
    return 0;
}
END
"$cucc" compiles.cu -lnvrtc -o compiles && CUCC=$cucc ./compiles >log 2>&1
{ grep -q '^NVRTC_ERROR_COMPILATION: ' log && grep -q '^tried.cu(3): error: ' log; } ||
    wrong 'a function of the host for NVRTC'

# A message stands in the source's line and column, and names the kernel, once for both passes.
cat >message.cu <<'EOF2'
__global__ void draw(int *o) { int unused; o[0] = undeclared; }
int main() { int *o = 0; draw<<<1, 1>>>(o); wrong(); }
EOF2
"$cucc" message.cu >log 2>&1
cat >expected <<'EOF2'
message.cu: In kernel draw:
message.cu:1:51: error: ‘undeclared’ was not declared in this scope
message.cu: In function ‘int main()’:
message.cu:2:45: error: ‘wrong’ was not declared in this scope
EOF2
grep '^message' log | cmp -s - expected || wrong 'a message in a kernel'
script -qec "'$cucc' message.cu" /dev/null | tr -d '\r' | sed 's/\x1b\[[0-9;]*[mK]//g' >log # with colours
grep '^message' log | cmp -s - expected || wrong 'a message in a kernel, on a terminal'
exit $failed
