#!/bin/sh
# SPDX-License-Identifier: MIT
# divergent_barrier.sh CUCC SOURCE: -Wdivergent-barrier warns of each barrier in divergent.cu whose line says so, names the
# line of the condition, and warns of no other one; -Wno-divergent-barrier turns it off. Needs the plugin.
set -u

cucc=$1 source=$2
# shellcheck disable=SC1091 # checked by itself
. "$source/cpu_device/tests/cucc/common.sh"

cat >divergent.cu <<'END'
#include <cooperative_groups.h>
__device__ int out[1024];
__device__ void reduce(int *s) { s[threadIdx.x] = 1; __syncthreads(); }
__device__ void reduce_if(int *s, bool all) { if (all) __syncthreads(); }
__global__ void in_if(int n) {
    if (threadIdx.x < n) // condition
        __syncthreads(); // warns
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    bool active = i < n && lane > 3;
    if (n > 3) {
        if (active) // condition
            cooperative_groups::this_thread_block().sync(); // warns
    }
    if (n > 3)
        out[0] = 1;
    else if (threadIdx.x / 32 == 0) // condition
        out[1] = __syncthreads_or(n); // warns
}
__global__ void in_loop(int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) { // condition
        __syncthreads(); // warns
    }
    for (int k = 0; k < n; k++) {
        if (k > threadIdx.x) // condition
            break;
        __syncthreads(); // warns
    }
}
__global__ void otherwise(int n) {
    __shared__ int s[1024];
    if (threadIdx.y == 3) // condition
        reduce(s); // warns
    switch (threadIdx.x & 1) { // condition
    case 0: __syncthreads(); // warns
    }
    out[threadIdx.x] = threadIdx.x < n // condition
        ? __syncthreads_count(1) // warns
        : 0;
}
__global__ void not_rounded(int n) {
    int end = n * gridDim.x + blockDim.x, half = blockDim.x / 2 * n;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < end; i += blockDim.x * gridDim.x) // condition
        __syncthreads(); // warns
    if (threadIdx.x < half) // condition
        __syncthreads(); // warns
}
template <int limit> __global__ void of_template() {
    if (threadIdx.x >= limit) // condition
        __syncthreads(); // warns
}
__global__ void right(int n, int *flags) {
    __shared__ int s[1024], all;
    int t = threadIdx.x, size = blockDim.x, i = t;
    if (i >= n)
        return;
    if (t == 0)
        all = n;
    __syncthreads();
    if (all || blockIdx.x == 0 || flags[blockIdx.x])
        __syncthreads();
    if (t < size && t < blockDim.x && threadIdx.x < 1024)
        __syncthreads();
    if (__syncthreads_or(t == 3))
        __syncthreads();
    while (true) {
        if (__syncthreads_and(t == 3) || n == 0)
            break;
        for (int k = t; k < n; k += size)
            s[k] = k;
        __syncthreads();
    }
    if (t < 32)
        __syncwarp();
    if (threadIdx.x / blockDim.x == 0)
        __syncthreads();
    if (t == 5)
        reduce_if(s, false);
    if (t > 100)
        return;
    else
        __syncthreads();
    if (i - t > 0)
        __syncthreads();
    if (blockIdx.x == 0 && t == 0)
        out[1] = s[1];
    else if (blockIdx.x == 1)
        __syncthreads();
    if (blockIdx.x != 0 || t != 0)
        if (blockIdx.x == 1)
            __syncthreads();
    if (t == 0)
        out[0] = s[0];
}
__global__ void rounded(int n) {
    int whole = (n + blockDim.x - 1) / blockDim.x * blockDim.x, per = blockDim.x * 4;
    unsigned end = ((n - 1) / (blockDim.x * gridDim.x * 4) + 1) * blockDim.x * gridDim.x * 4;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < end; i += gridDim.x * per)
        __syncthreads();
    for (int i = threadIdx.x; i < whole; i += blockDim.x)
        __syncthreads();
    for (int i = threadIdx.x; i < n * per; i += blockDim.x)
        __syncthreads();
    int one, other;
    asm("" : "=r"(one));
    for (int k = 0; k < n; k++) {
        other = one * 2;
        one = other * 2;
    }
    if (threadIdx.x > blockDim.x * (n & 0))
        out[0] = one;
}
int main() { of_template<7><<<1, 1>>>(); }
END

warnings() { # OPTION...: the lines of which there are warnings, and those of their notes
    "$cucc" "$@" -c divergent.cu -o x.o >log 2>&1 || wrong "$@" divergent.cu
    sed -n 's/^divergent.cu:\([0-9]*\):.*\[-Wdivergent-barrier\]$/\1/p' log | sort -un >warned
    sed -n 's/^divergent.cu:\([0-9]*\):.*note: .* depends on .*threadIdx.*/\1/p' log | sort -un >named
}
grep -n '// warns' divergent.cu | cut -d : -f 1 >bad
grep -n '// condition' divergent.cu | cut -d : -f 1 >conditions
for options in -O2 '-O0 -std=c++20' -Wdivergent-barrier; do
    # shellcheck disable=SC2086 # several words
    warnings $options
    if cmp -s bad warned && cmp -s conditions named; then continue; fi
    wrong "$options: $(tr '\n' ' ' <warned), $(tr '\n' ' ' <named)"
done
warnings -Wno-divergent-barrier
[ ! -s warned ] || wrong -Wno-divergent-barrier
! "$cucc" -Werror -c divergent.cu -o x.o >log 2>&1 || wrong -Werror
exit "${failed:?}"
