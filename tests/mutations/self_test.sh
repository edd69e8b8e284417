#!/bin/sh
# SPDX-License-Identifier: MIT
# self_test.sh CUCC_BUILD: mutate.sh, with a lesson of its own: every mutation is noticed by a test that looks at the
# result; by one that looks at nothing, all survive and are listed; and a list of survivors that is wrong is refused.
set -u
mutate=$(cd "$(dirname "$0")" && pwd)/mutate.sh
repository=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "FAILED: $*" >&2
    cat "$work/said" >&2
    exit 1
}

# Seven mutations: the barrier, the comparison, a sign and an index of its kernel, and three of its launch.
mkdir -p "$work/root/chapter05" "$work/root/common" "$work/build/cpu"
ln -s "$1" "$work/build/cucc"
# The compiler keeps what it has made, so that the same mutation, when it is tried again, is not compiled again.
mkdir "$work/root/cpu_device" "$work/made"
cat >"$work/root/cpu_device/cucc" <<E2
#!/bin/sh
made=$work/made/\$(cat chapter05/toy.cu | cksum | tr ' ' -)
[ -e "\$made" ] || { "$repository/cpu_device/cucc" "\$@" && cp mutant "\$made" && echo >>"$work/compiled"; } || exit
cp "\$made" mutant
E2
chmod +x "$work/root/cpu_device/cucc"
cat >"$work/root/chapter05/toy.cu" <<'E2'
//     cpu_device/cucc -o toy chapter05/toy.cu   for the CPU device
#include <stdio.h>

const int n = 64, *not_device = &n; // n + 1 < 7

__global__ void turn(int *a, int last)
{
    __shared__ int b[n];
    int t = threadIdx.x; // only a comment: t + 1
    b[t] = a[t];
    __syncthreads();
    if (t < n)
        a[t] = b[last - t];
}

int main()
{
    int host[n], *a;
    for (int i = 0; i < n; i++)
        host[i] = i;
    cudaMalloc(&a, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    turn<<<1, n>>>(a, n - 1);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(a);
    for (int i = 0; i < n; i++)
        if (host[i] != n - 1 - i)
            return 1;
    return 0;
}
E2
# mutate_with TEST: TEST is a command that gets the program.
mutate_with() {
    echo "add_test(cpu/toy $1 \"$work/build/cpu/toy\")" >"$work/build/CTestTestfile.cmake"
    MUTATED_ROOT=$work/root SURVIVORS=$work/survivors sh "$mutate" "$work/build" toy >"$work/said" 2>&1
}

# `t <= n`: no thread has that number.
echo 'toy: turn: if (t < n) => if (t <= n)' >"$work/survivors"
mutate_with env || fail "a test that looks at the result: exit status $?"
grep -q '^7 mutations: 6 noticed, 1 survived, 0 refused' "$work/said" || fail "not 6 of 7 are noticed"

mutate_with true && fail "a test that looks at nothing: exit status 0"
for change in 'turn: __syncthreads(); => ;' 'turn: a\[t\] = b\[last - t\]; => a\[t\] = b\[last + t\];' \
    'turn: int t = threadIdx.x; .* => int t = threadIdx.y;' 'launch: turn<<<1, n>>>(a, n - 1); => turn<<<2, n>>>(a, n - 1);'; do
    grep -q "^survived: toy: $change" "$work/said" || fail "no survivor: $change"
done

echo 'toy: turn: a line => another' >>"$work/survivors"
mutate_with env && fail "a list with a survivor that there is not: exit status 0"
grep -q '^in survivors.txt, but it has not survived: toy: turn: a line => another' "$work/said" || fail "it does not name that line"

sed -i 's/host\[i\] != n - 1 - i/host[i] == 7/' "$work/root/chapter05/toy.cu"
mutate_with env && fail "a lesson whose test fails without a mutation: exit status 0"
grep -q 'the test of toy fails without a mutation' "$work/said" || fail "it does not say that the test of toy fails"
# seven mutations, the lesson itself, and the lesson whose test fails
[ "$(wc -l <"$work/compiled")" = 9 ] || fail "not nine programs were compiled"
