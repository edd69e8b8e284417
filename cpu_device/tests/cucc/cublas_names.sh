#!/bin/sh
# SPDX-License-Identifier: MIT
# cublas_names.sh CUCC SOURCE_FOLDER: the toolkit's header calls cublasSgemm() and others by longer names (cublasSgemm_v2),
# and programs may do so themselves. With a toolkit, every longer name of a function that the device has is tried.
set -u
cucc=$1 source=$2 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

cat >sums.cu <<'END_OF_PROGRAM'
#include <cublas_v2.h>
#include <stdio.h>
int main()
{
    const float host[3] = {1, -5, 3}, one = 1, none = 0;
    float *a, *product, sum = 0, host_product = 0;
    int largest = 0;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&product, sizeof *product);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    cublasHandle_t handle;
    if (cublasCreate_v2(&handle) || cublasSetPointerMode_v2(handle, CUBLAS_POINTER_MODE_HOST) ||
        cublasSasum_v2(handle, 3, a, 1, &sum) || cublasIsamax_v2(handle, 3, a, 1, &largest) ||
        cublasSgemm_v2(handle, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, 3, &one, a, 3, a, 3, &none, product, 1) ||
        cublasDestroy_v2(handle))
        return 1;
    cudaMemcpy(&host_product, product, sizeof host_product, cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(product);
    printf(sum == 9 && largest == 2 && host_product == 35 ? "Yes\n" : "NO\n");
    return 0;
}
END_OF_PROGRAM
builds sums.cu -lcublas -o out

# The functions that the device declares, of those that the toolkit's header calls by longer names
echo '#include <cublas_v2.h>' >declared.cu
"$cucc" -E -I"$source/cpu_device/include" declared.cu 2>log | grep -oE '\bcublas[A-Za-z0-9]+ *\(' | tr -d ' (' | sort -u >declared
for header in "${CUDA_HOME:-}" "${CUDA_PATH:-}" /usr/local/cuda; do
    header=$header/include/cublas_v2.h
    sed -n 's/^#define *\(cublas[A-Za-z0-9]*\) *cublas[A-Za-z0-9]*_v2$/\1/p' "$header" 2>/dev/null | sort -u >longer
    [ ! -s longer ] || break
done
comm -12 longer declared >both
[ ! -s longer ] || [ "$(wc -l <both)" -ge 120 ] || { cp both log && wrong "few functions: $header"; }
{
    echo '#include <cublas_v2.h>'
    echo 'void all()'
    echo '{'
    sed 's/.*/    (void)sizeof(\&&_v2);/' both
    echo '}'
} >names.cu
{ "$cucc" -c names.cu -o names.o >log 2>&1 && [ ! -s log ]; } || wrong names.cu
exit "$failed"
