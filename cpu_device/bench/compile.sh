#!/bin/sh
# SPDX-License-Identifier: MIT
# compile.sh [PAIRS [FILE...]]: how long cucc takes to compile a program, and nvcc the same one, in turns.
set -eu

usage() {
    cat <<'END'
usage: cpu_device/bench/compile.sh [PAIRS [FILE.cu...]]
How long cucc and nvcc take from a file to a program, in turns.

  PAIRS  how often each compiles each file (5)
  FILE   chapter05/dot.cu and some more, a file of 3000 lines, kernels of 1000, 2000 and 4000 statements, 625 kernels,
         and the main program of Catch2, if that is here
END
}

die() {
    echo "compile.sh: $*" >&2
    exit 2
}

case ${1:-} in
-h | --help) usage && exit 0 ;;
-*) die "unknown option $1; --help says what it takes" ;;
esac
cd "$(dirname "$0")/../.."
pairs=${1:-5}
case $pairs in '' | 0* | *[!0-9]*) die "PAIRS is a whole number of 1 or more, not '$pairs'" ;; esac
[ $# = 0 ] || shift
for file in "$@"; do
    [ -e "$file" ] || die "no such file: $file"
done
nvcc=$(command -v nvcc) || nvcc=/usr/local/cuda/bin/nvcc
[ -x "$nvcc" ] || die "there is no nvcc, the peer"
cpu_device/cucc --build

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# 106 kernels, and host functions that launch them.
{
    units=$(seq 53)
    for number in $units; do
        sed "s/@/$number/g" cpu_device/bench/long_file.cu.in
    done
    echo 'int main()'
    echo '{'
    echo '    int wrong = 0;'
    for number in $units; do
        echo "    wrong += !check_$number(64);"
    done
    echo '    return wrong;'
    echo '}'
} >"$work/3000_lines.cu"
# One long kernel.
for statements in 1000 2000 4000; do
    awk -v statements=$statements 'BEGIN {
        print "__global__ void mix(int *out, int n)\n{"
        for (k = 0; k < statements; k++)
            printf "    n = (n * %d + %d) ^ (n >> %d);\n", k % 13 + 3, k, k % 5 + 1
        print "    out[threadIdx.x] = n;\n}\nint main()\n{\n    mix<<<1, 1>>>(nullptr, 1);\n}"
    }' >"$work/${statements}_statements.cu"
done
# 625 small kernels, and a launch of each.
awk 'BEGIN {
    for (k = 0; k < 625; k++)
        printf "__global__ void scale_%d(float *out, int n)\n{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n" \
            "    if (i < n)\n        out[i] = out[i] * %d + i %% %d;\n}\n", k, k + 1, k % 7 + 1
    print "int main()\n{"
    for (k = 0; k < 625; k++)
        printf "    scale_%d<<<1, 1>>>(nullptr, 0);\n", k
    print "}"
}' >"$work/625_kernels.cu"
# The main program of Catch2, almost all of it code of the host, and a test of a kernel.
cat >"$work/catch2_main.cu" <<'END'
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
__global__ void add(int *sum) { atomicAdd(sum, 1); }
TEST_CASE("a sum")
{
    int *sum;
    REQUIRE(cudaMallocManaged(&sum, sizeof *sum) == cudaSuccess);
    add<<<1, 32>>>(sum);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(*sum == 32);
}
END
if [ $# = 0 ]; then
    set -- chapter05/dot.cu chapter05/dot_ladder.cu cpu_device/tests/conformance/groups_tiles.cu \
        "$work/3000_lines.cu" "$work/1000_statements.cu" "$work/2000_statements.cu" "$work/4000_statements.cu" \
        "$work/625_kernels.cu"
    if [ -e /usr/include/catch2/catch.hpp ]; then
        set -- "$@" "$work/catch2_main.cu"
    else
        echo "compile.sh: without Catch2 (on Debian 12 the package catch2)" >&2
    fi
fi

# Prints the seconds on the clock, and those of the processors.
seconds() {
    bash -c 'TIMEFORMAT="%R %U %S"; time "$@" >"$0" 2>&1' "$work/log" "$@" 2>&1 | awk '{ print $1, $2 + $3 }'
    [ ! -s "$work/log" ] || { cat "$work/log" >&2 && return 1; }
}

middle() {
    sort -g | awk '{ values[NR] = $1 } END { printf "%.2f\n", (values[int((NR + 1) / 2)] + values[int(NR / 2) + 1]) / 2 }'
}

echo "medians of $pairs compilations each, in seconds: on the clock, and of the processors together"
printf '%-44s %8s %8s %8s %12s %8s %8s\n' file cucc nvcc ratio 'CPU: cucc' nvcc ratio
for file in "$@"; do
    : >"$work/cucc"
    : >"$work/nvcc"
    pair=0
    while [ $pair -lt "$pairs" ]; do
        pair=$((pair + 1))
        seconds cpu_device/cucc "$file" -o "$work/program" >>"$work/cucc"
        seconds "$nvcc" -arch=sm_90 "$file" -o "$work/program" >>"$work/nvcc"
    done
    ratio=$(paste "$work/cucc" "$work/nvcc" | awk '{ print $1 / $3 }' | middle)
    cpu_ratio=$(paste "$work/cucc" "$work/nvcc" | awk '{ print $2 / $4 }' | middle)
    printf '%-44s %8s %8s %8s %12s %8s %8s\n' "${file#"$work/"}" "$(awk '{ print $1 }' "$work/cucc" | middle)" \
        "$(awk '{ print $1 }' "$work/nvcc" | middle)" "$ratio" "$(awk '{ print $2 }' "$work/cucc" | middle)" \
        "$(awk '{ print $2 }' "$work/nvcc" | middle)" "$cpu_ratio"
done
