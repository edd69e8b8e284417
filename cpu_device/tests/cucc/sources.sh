#!/bin/sh
# SPDX-License-Identifier: MIT
# sources.sh CUCC SOURCE_FOLDER: unusual sources: a lambda as a kernel, names of the C++ library, digraphs.
set -u
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

# Warnings as errors, in what the host alone compiles too; but a kernel may have a type that no other file can name.
cat >lambda.cu <<'END'
#include <stdio.h>
template <class Function> __global__ void run(Function f) { f(); }
int main()
{
#if defined WARN && !defined __CUDA_ARCH__
    int unused = 1;
#endif
    run<<<1, 1>>>([] __device__ {});
    puts("Yes");
    return cudaDeviceSynchronize();
}
END
builds --extended-lambda -Wall -Werror lambda.cu -o out
"$cucc" -DWARN --extended-lambda -Wall -Werror lambda.cu -o out >log 2>&1 && wrong -DWARN -Wall -Werror lambda.cu
{ grep -q 'unused variable' log && grep -q 'all warnings being treated as errors' log; } || wrong -DWARN -Wall -Werror lambda.cu

# Names of the C++ library are free for a program that says using namespace std, as far as its <cmath> leaves them so,
# which nvcc includes too.
cat >names.cu <<'EOF'
#include <stdio.h>
using namespace std;
float *array;
__global__ void fill(float *a)
{
    a[threadIdx.x] = 1;
}
int main()
{
    float one[32];
    cudaMalloc(&array, sizeof one);
    fill<<<1, 32>>>(array);
    cudaMemcpy(one, array, sizeof one, cudaMemcpyDeviceToHost);
    cudaFree(array);
    printf(one[31] == 1 ? "Yes\n" : "NO\n");
    return 0;
}
EOF
if printf '#include <cmath>\nusing namespace std;\nfloat *array, *copy = array;\n' |
    "${CXX:-g++}" -std=c++17 -x c++ -c - -o names.o 2>log; then
    builds names.cu -o out
fi

# Digraphs; a zero in a literal.
cat >digraphs.cu <<'EOF'
#include <stdio.h>
const char zero[] = "1\0002";
__global__ void k(int *a)
<%
    a<:0:> = 1;
%>
int main()
<%
    int *dev_a, a;
    cudaMalloc(&dev_a, sizeof a);
    k<<<1, 1>>>(dev_a);
    cudaMemcpy(&a, dev_a, sizeof a, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    printf(a == 1 && sizeof zero == 4 ? "Yes\n" : "NO\n");
    return 0;
%>
EOF
builds -w digraphs.cu -o out
exit "$failed"
