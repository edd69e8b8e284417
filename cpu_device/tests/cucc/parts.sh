#!/bin/sh
# SPDX-License-Identifier: MIT
# parts.sh CUCC SOURCE_FOLDER: programs of several files in CUDA, C++ and C, and to which file a device variable
# belongs.
set -u
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

write_parts
builds kernel.cu host.cpp main.cu -o out
{ "$cucc" -c kernel.cu && "$cucc" -dc main.cu -o main_part.o; } >log 2>&1 || wrong -c
builds kernel.o main_part.o host.cpp -o out

# C is C, whatever is said of C++; it may call CUDA's API.
cat >c_part.c <<'EOF'
#include <cuda_runtime.h>
int twice(int class)
{
    int there[2] = {class, 0}, *dev;
    struct cudaDeviceProp properties;
    if (cudaMalloc((void **)&dev, sizeof there) || cudaGetDeviceProperties(&properties, 0) || properties.warpSize != 32)
        return 0;
    cudaMemcpy(dev, there, sizeof *dev, cudaMemcpyHostToDevice);
    cudaMemcpy(there + 1, dev, sizeof *dev, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    return sizeof 'a' == sizeof(int) ? there[0] + there[1] : 0;
}
EOF
cat >c_main.cu <<'EOF'
#include <stdio.h>
extern "C" int twice(int n);
int main()
{
    printf(twice(21) == 42 ? "Yes\n" : "NO\n");
    return 0;
}
EOF
"$cucc" -c c_main.cu >log 2>&1 || wrong -c c_main.cu
builds -std=c++17 c_part.c c_main.o -o out
"$cucc" -c -std=c99 -Werror c_part.c >log 2>&1 || wrong -c c_part.c
builds c_part.o c_main.o -o out

# Each file has its own device variables, as with nvcc, unless device code is relocatable.
for n in 1 2; do
    cat >own_$n.cu <<EOF
__device__ int value;
__constant__ float factor[2];
__global__ void set$n()
{
    value += $n;
}
int value$n()
{
    int sum = 0;
    set$n<<<1, 1>>>();
    cudaMemcpyFromSymbol(&sum, value, sizeof sum);
    return sum;
}
EOF
done
cat >own_main.cu <<'EOF'
#include <stdio.h>
int value1(), value2();
int main()
{
    printf(value1() == 1 && value2() == 2 ? "Yes\n" : "NO\n");
    return 0;
}
EOF
"$cucc" -c own_main.cu >log 2>&1 || wrong -c own_main.cu
builds -Wall -Wextra own_1.cu own_2.cu own_main.o -o out
"$cucc" -rdc=true own_1.cu own_2.cu own_main.o -o out >log 2>&1 && wrong -rdc=true with two definitions
grep -q "multiple definition of .value'" log || wrong -rdc=true with two definitions
printf '__device__ int total;\n#include "shared.h"\n__global__ void add(int n) { atomicAdd(&total, n); }\n' >kernel_alone.cu
builds -rdc=true kernel_alone.cu host.cpp main.cu -o out
exit "$failed"
