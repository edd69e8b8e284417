#!/bin/sh
# SPDX-License-Identifier: MIT
# eigen.sh CUCC SOURCE_FOLDER: a kernel that multiplies Eigen's matrices. Needs Eigen, as Debian has it.
set -u
# shellcheck disable=SC2034 # common.sh compiles with it
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

cat >matrices.cu <<'END'
#include <Eigen/Dense>
#include <stdio.h>

__global__ void multiply(const Eigen::Matrix3f *m, const Eigen::Vector3f *v, Eigen::Vector3f *product, float *determinant)
{
    int i = threadIdx.x;
    product[i] = *m * v[i];
    determinant[i] = m->determinant();
}

int main()
{
    Eigen::Matrix3f *m;
    Eigen::Vector3f *v, *product;
    float *determinant;
    bool right = true;
    cudaMallocManaged(&m, sizeof *m);
    cudaMallocManaged(&v, 4 * sizeof *v);
    cudaMallocManaged(&product, 4 * sizeof *product);
    cudaMallocManaged(&determinant, 4 * sizeof *determinant);
    *m << 2, 0, 1, 0, 3, 0, 1, 0, 2;
    for (int i = 0; i < 4; ++i)
        v[i] = Eigen::Vector3f(i, 1, 2);
    multiply<<<1, 4>>>(m, v, product, determinant);
    cudaDeviceSynchronize();
    for (int i = 0; i < 4; ++i)
        right = right && product[i] == Eigen::Vector3f(2 * i + 2, 3, i + 4) && determinant[i] == 9;
    cudaFree(m);
    cudaFree(v);
    cudaFree(product);
    cudaFree(determinant);
    puts(right ? "Yes" : "NO");
}
END
builds -O2 -I/usr/include/eigen3 matrices.cu -o out
exit "$failed"
