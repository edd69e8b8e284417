#!/bin/sh
# SPDX-License-Identifier: MIT
# Numba 0.56.4 (Debian 12), the simulator of CUDA (NUMBA_ENABLE_CUDASIM=1): a kernel in which odd and even threads wait in
# two different calls of syncthreads(), and one in which half of the threads skip the call.
#
# The guess: a simulator that exists to debug kernels names such a barrier, or stops there as a GPU may.
# Seen: both kernels end, all 64 values are right, and nothing is printed: an arrival is an arrival, from whichever line.
set -u
work=$(mktemp -d) && cd "$work" || exit 2
trap 'rm -rf "$work"' EXIT
apt-get download python3-numba=0.56.4+dfsg-2 python3-llvmlite=0.39.1-2 python3-numpy libllvm14 python3-pkg-resources libblas3 \
    liblapack3 libgfortran5 libquadmath0 >log 2>&1 || { cat log && exit 2; }
for package in ./*.deb; do dpkg -x "$package" root; done

cat >kernels.py <<'PY'
import numpy as np
from numba import cuda

@cuda.jit
def two_arms(out):
    i = cuda.threadIdx.x
    shared = cuda.shared.array(64, dtype=np.int32)
    shared[i] = i
    if i % 2:
        cuda.syncthreads()
    else:
        cuda.syncthreads()
    out[i] = shared[63 - i]

@cuda.jit
def skipped(out):
    i = cuda.threadIdx.x
    shared = cuda.shared.array(64, dtype=np.int32)
    shared[i] = i
    if i < 32:
        cuda.syncthreads()
    out[i] = 1

for name, kernel, right in (("two_arms", two_arms, np.arange(63, -1, -1)), ("skipped", skipped, np.ones(64))):
    out = np.zeros(64, dtype=np.int32)
    kernel[1, 64](out)
    print(name, int((out == right).sum()))
PY
libraries=$work/root/usr/lib/x86_64-linux-gnu
NUMBA_ENABLE_CUDASIM=1 PYTHONPATH=$work/root/usr/lib/python3/dist-packages \
    LD_LIBRARY_PATH=$libraries:$libraries/blas:$libraries/lapack timeout 100 /usr/bin/python3 kernels.py >seen 2>&1
cat seen
printf 'two_arms 64\nskipped 64\n' | cmp -s - seen
