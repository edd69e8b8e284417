#!/bin/sh
# SPDX-License-Identifier: MIT
# record.sh NAME COMMAND...: runs a command from the repository's root and keeps what it prints in docs/results/NAME.txt,
# under a head that says where it ran.
set -u

[ $# -ge 2 ] || {
    echo "usage: bench/record.sh NAME COMMAND..." >&2
    exit 2
}
cd "$(dirname "$0")/.." || exit 1
name=$1
shift

or_none() {
    "$@" 2>/dev/null || echo none
}

mkdir -p docs/results
result=$(mktemp "docs/results/$name.txt.XXXXXX") || exit 1 # beside the old one, which stays until this one is complete
trap 'rm -f "$result" "$result.out"' EXIT
trap 'exit 1' HUP INT TERM
{
    echo "command:  $*"
    echo "date:     $(date -u +%Y-%m-%d)"
    echo "source:   ${SOURCE:-$(git rev-parse --short HEAD 2>/dev/null || echo unknown)$(git diff --quiet HEAD 2>/dev/null || echo " and changes")}"
    echo "CPU:      $(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores"
    echo "compiler: $("${CXX:-g++}" --version | head -n 1)"
    echo "GPU:      $(or_none nvidia-smi --query-gpu=name,driver_version --format=csv,noheader)"
    nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
    echo "toolkit:  $(or_none "$nvcc" --version | sed -n 's/^Cuda compilation tools, //p')"
    echo
    "$@" >"$result.out" 2>&1
    status=$?
    sed "s|$PWD|.|g" "$result.out" # no path of one machine
} >"$result" || exit 1
chmod 644 "$result"
mv "$result" "docs/results/$name.txt"
cat "docs/results/$name.txt"
exit $status
