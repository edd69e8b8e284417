#!/bin/sh
# SPDX-License-Identifier: MIT
# releases.sh CUCC SOURCE: Thrust and libcu++ of an untried release. Programs compile and run if its headers fit; if they
# do not, one line says so first, and names the release and those that work. Here the headers are the installed ones, with
# another version. Exit status 77: none are installed.
set -u

cucc=$1 source=$2
# shellcheck disable=SC1091 # checked by itself
. "$source/cpu_device/tests/cucc/common.sh"

installed=$("$cucc" --thrust 2>/dev/null) || exit 77
headers=${work:?}/toolkit/include/cccl
export CUDA_HOME="${work:?}/toolkit"

# release THRUST CCCL: the headers say that they are this one.
release() {
    for version in thrust/version.h cuda/std/__cccl/version.h; do
        [ -e "$installed/$version" ] || continue
        rm -f "$headers/$version"
        sed "s/define THRUST_VERSION [0-9]*/define THRUST_VERSION $1/; s/define CCCL_VERSION [0-9]*/define CCCL_VERSION $2/" \
            "$installed/$version" >"$headers/$version"
    done
}

# fits FILE: it compiles without a word, and says Yes.
fits() {
    builds "$1" -o out
}

# names_first RELEASE FILE: it does not compile, and before any error one line names the release and those that work.
names_first() {
    line="^cucc: $headers has Thrust and libcu++ $1, with which the CPU device was not tested: it works with .* to CCCL 3"
    if ! "$cucc" "$2" -o out >log 2>&1 && head -n 1 log | grep -q "$line" && [ "$(grep -c 'was not tested' log)" = 1 ]; then
        return
    fi
    wrong "$2"
}

# says_nothing_of_releases FILE: it does not compile, and that is all.
says_nothing_of_releases() {
    if ! "$cucc" "$1" -o out >log 2>&1 && grep -q 'error: ' log && ! grep -q 'was not tested' log; then return; fi
    wrong "$1"
}

mkdir -p "$headers"
for part in thrust cuda nv cub; do
    [ ! -e "$installed/$part" ] || cp -rs "$installed/$part" "$headers/"
done
cat >atomic.cu <<'END_OF_PROGRAM'
#include <stdio.h>
#include <cuda/atomic>
__global__ void count(int *n)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> all(*n);
    all.fetch_add(1, cuda::std::memory_order_relaxed);
}
int main()
{
    int *dev_n, n = 0;
    cudaMalloc(&dev_n, sizeof n);
    cudaMemset(dev_n, 0, sizeof n);
    count<<<4, 32>>>(dev_n);
    cudaMemcpy(&n, dev_n, sizeof n, cudaMemcpyDeviceToHost);
    cudaFree(dev_n);
    printf(n == 128 ? "Yes\n" : "NO\n");
    return 0;
}
END_OF_PROGRAM
cat >thrust.cu <<'END_OF_PROGRAM'
#include <stdio.h>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
int main()
{
    thrust::device_vector<int> v(1000, 1);
    printf(thrust::reduce(v.begin(), v.end()) == 1000 ? "Yes\n" : "NO\n");
    return 0;
}
END_OF_PROGRAM
sed 's/fetch_add/fetch_add_and_more/' atomic.cu >misspelt.cu

# says_a_later_has_it RELEASE FILE: it does not compile, and a note after the error names the release.
says_a_later_has_it() {
    if ! "$cucc" "$2" -o out >log 2>&1 &&
        [ "$(grep -c ": note: $headers has Thrust and libcu++ $1, and a later release may have this name" log)" = 1 ]; then
        return
    fi
    wrong "$2"
}

release 300900 3009000
fits atomic.cu
fits thrust.cu
says_nothing_of_releases misspelt.cu
rm "$headers/cuda/atomic"
{ cat "$installed/cuda/atomic" && echo '#include <cuda/std/__moved_away>'; } >"$headers/cuda/atomic"
names_first 3.9.0 atomic.cu
{ cat "$installed/cuda/atomic" && echo 'static int cuda_atomic_is = not_what_it_was;'; } >"$headers/cuda/atomic"
names_first 3.9.0 atomic.cu
release 101500 1015000 # CUDA 11.6
names_first 1.15.0 atomic.cu
release 300500 3005000
says_nothing_of_releases atomic.cu
cp "$installed/cuda/atomic" "$headers/cuda/atomic"
release 300000 3000000
says_a_later_has_it 3.0.0 misspelt.cu
sed 's/int main/int name_of_mine = cuda::name_of_mine;\n&/; s/fetch_add_and_more/fetch_add/' misspelt.cu >member.cu
says_a_later_has_it 3.0.0 member.cu
exit "${failed:?}"
