#!/bin/sh
# SPDX-License-Identifier: MIT
# formats.sh CUCC SOURCE_FOLDER: a format that CUDA's printf() does not know gets one warning, in code that a kernel may
# run, and nowhere else. Needs g++'s plugin headers. conformance/printf_formats.cu has what is printed then.
set -u
# shellcheck disable=SC2034 # common.sh compiles with it
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/lines.sh"
has_no="warning: CUDA's printf() has no"
wrong_on_gpu='a GPU prints it and all later arguments wrong'

# warns CONVERSION REMEDY STATEMENTS
warns() {
    says "$has_no $1: $wrong_on_gpu$2" "__global__ void k@(size_t n, float x, const char *s) { $3; }"
}

begin stdio.h
says ":46: $has_no %zu: $wrong_on_gpu; use %llu and a cast to unsigned long long" \
    '__global__ void k@(size_t n) { if (n) printf("%d %zu %jd\n", 1, n, 2LL); }'
warns %zd '; use %lld and a cast to long long' 'printf("%zd", n)'
warns %-5tx '; use %llx and a cast to unsigned long long' 'printf("%-5tx", (ptrdiff_t)n)'
warns %ji '; use %lli and a cast to long long' 'printf("%%%ji", (long long)n)'
warns %hhd '; use %d' 'printf("%hd %hhd", 1, 2)'
warns %hhX '; use %X' 'printf("%hhX", 2)'
warns '%.*f' '; write the precision as digits' 'printf("%*d %.3f %.*f", 3, 1, 2.0, 3, x)'
warns "%'d" '; use %d' "printf(\"%'d\", 2)"
warns %Lf '; use %f and a cast to double' 'printf("%Lf", (long double)x)'
warns %5% '; use %%' 'printf("%d%5%", 1)'
warns % '; use %%' 'printf("100%")'
warns % '; use %%' 'printf("100%\n")'
warns %k '' 'printf("%k", 1)'
warns %n '' 'int count; printf("%n", &count)'
says "$has_no %zu" '__device__ void nobody_calls@(size_t n) { printf("%zu", n); }'
says "$has_no %zu" '__host__ __device__ void both@(size_t n) { printf("%zu", n); } __global__ void k@(size_t n) { both@(n); }'
says "$has_no %zu" 'template <class T> __host__ __device__ void show@(T n) { printf("%zu", n); }' \
    '__global__ void k@(size_t n) { show@(n); }'
says "$has_no %zu" 'struct s@ { size_t n; __device__ void show() const { printf("%zu", n); } };' \
    '__global__ void k@(s@ x) { x.show(); }'
says "$has_no %zu" 'template <class F> __global__ void run@(F f) { f(); }' \
    'void f@(size_t n) { run@<<<1, 1>>>([=] __device__() { printf("%zu", n); }); }'
# Right ones, and those of the host.
says '' '__global__ void k@(const char *s, float x) {' \
    '    printf("%d %i %o %u %x %X %p %e %E %f %F %g %G %a %A %c %s %%", 1, 2, 3, 4, 5, 6, (void *)s, x, x, x, x, x, x, x, x, 7, s);' \
    '    printf("%hd %ld %lld %hu %lu %llu %lx %llX %lf %-5d %+d % d %#x %05d %5.3d", 1, 2L, 3LL, 4, 5UL, 6ULL, 7UL, 8ULL, x,' \
    '        1, 2, 3, 4, 5, 6);' \
    '    printf("%*d %-*d %.2f %8.3e %.3s %5c %ls", 7, 8, 9, 10, x, x, s, 11, L"x");' \
    '    printf("100%% of %d%%\n", 1); printf("%%zu"); printf("zu %d zu\n", 1); printf("\n"); printf(s); }'
says '' 'void host@(size_t n) { printf("%zu %hhd %.*f", n, 1, 2, 3.0); }'
says '' '__host__ __device__ void both@(size_t n) { printf("%zu", n); } void host@(size_t n) { both@(n); }'
says '' '__host__ __device__ void both@(size_t n) {' '#ifdef __CUDA_ARCH__' '    printf("%llu", (unsigned long long)n);' '#else' \
    '    printf("%zu", n);' '#endif' '}' '__global__ void k@(size_t n) { both@(n); }'
says '' 'void lambda@(size_t n) { auto f = [=] { printf("%zu", n); }; f(); }'
says '' '__global__ void k@(char *s, size_t n) { s[0] = "%zu"[n]; printf("%s", "%zu"); }'
compiles 0 --extended-lambda

exit $failed
