#!/bin/sh
# SPDX-License-Identifier: MIT
# compile.sh [PAIRS [FILE...]]: how long cucc takes to compile a program, and nvcc the same one, in turns.
set -eu

usage() {
    cat <<'END'
usage: bench/compile.sh [PAIRS [FILE.cu...]]
How long cucc and nvcc take from a file to a program, in turns.

  PAIRS  how often each compiles each file (5)
  FILE   chapter05/dot.cu and some more
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
cd "$(dirname "$0")/.."
pairs=${1:-5}
case $pairs in '' | 0* | *[!0-9]*) die "PAIRS is a whole number of 1 or more, not '$pairs'" ;; esac
[ $# = 0 ] || shift
[ $# -gt 0 ] || set -- chapter05/dot.cu chapter05/dot_ladder.cu tests/conformance/groups_tiles.cu
for file in "$@"; do
    [ -e "$file" ] || die "no such file: $file"
done
nvcc=$(command -v nvcc) || nvcc=/usr/local/cuda/bin/nvcc
[ -x "$nvcc" ] || die "there is no nvcc, the peer"
cpu_device/cucc --build

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# Prints the seconds on the clock, and those of the processors.
seconds() {
    bash -c 'TIMEFORMAT="%R %U %S"; time "$@" >"$0" 2>&1' "$work/log" "$@" 2>&1 | awk '{ print $1, $2 + $3 }'
    [ ! -s "$work/log" ] || { cat "$work/log" >&2 && return 1; }
}

middle() {
    sort -g | awk '{ values[NR] = $1 } END { printf "%.2f\n", (values[int((NR + 1) / 2)] + values[int(NR / 2) + 1]) / 2 }'
}

echo "medians of $pairs compilations each, in seconds: on the clock, and of the processors together"
printf '%-38s %8s %8s %8s %12s %8s\n' file cucc nvcc ratio 'CPU: cucc' nvcc
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
    printf '%-38s %8s %8s %8s %12s %8s\n' "$file" "$(awk '{ print $1 }' "$work/cucc" | middle)" \
        "$(awk '{ print $1 }' "$work/nvcc" | middle)" "$ratio" "$(awk '{ print $2 }' "$work/cucc" | middle)" \
        "$(awk '{ print $2 }' "$work/nvcc" | middle)"
done
