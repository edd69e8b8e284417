#!/bin/sh
# SPDX-License-Identifier: MIT
# host.sh [PAIRS]: what host code of a .cu file takes, compiled by cucc and by g++ -O2, in turns: the least time of each loop, and
# the ratio.
set -eu
case ${1:-} in
-h | --help)
    echo "usage: cpu_device/bench/host.sh [PAIRS]"
    echo "Compares host code compiled by cucc with g++'s own: PAIRS runs of each (5), in turns."
    exit 0
    ;;
esac
cd "$(dirname "$0")/../.."
pairs=${1:-5}
case $pairs in '' | 0* | *[!0-9]*) echo "host.sh: PAIRS is a whole number of 1 or more, not '$pairs'" >&2 && exit 2 ;; esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cpu_device/cucc -O2 -o "$work/cucc" cpu_device/bench/host.cu
"${CXX:-g++}" -O2 -x c++ -o "$work/g++" cpu_device/bench/host.cu
for _ in $(seq "$pairs"); do
    for one in cucc g++; do
        "$work/$one" | sed "s/^/$one /"
    done
done | awk '
    { key = $1 " " $2; if (!(key in least) || $3 < least[key]) least[key] = $3 }
    !seen[$2]++ { order[++count] = $2 }
    END {
        printf "%-10s %10s %10s %8s\n", "loop", "cucc (s)", "g++ (s)", "ratio"
        for (i = 1; i <= count; ++i) {
            name = order[i]
            printf "%-10s %10.4f %10.4f %8.2f\n", name, least["cucc " name], least["g++ " name], least["cucc " name] / least["g++ " name]
        }
    }'
