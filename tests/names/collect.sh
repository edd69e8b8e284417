#!/bin/sh
# SPDX-License-Identifier: MIT
# collect.sh [--check] [TOOLKIT]: makes cpu_device/driver/cuda_names.txt of the toolkit's headers; --check: whether it is
# up to date. Status 77: there are no headers of CUDA 13.0 here.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
list=$here/../../cpu_device/driver/cuda_names.txt
check=
[ "${1:-}" != --check ] || {
    check=yes
    shift
}
include=${1:-/usr/local/cuda}/include
grep -q '^#define CUDA_VERSION 13000' "$include/cuda.h" 2>/dev/null || {
    echo "collect.sh: there are no headers of CUDA 13.0 in $include"
    exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${CC:-cc}" -std=gnu11 -O1 "$here/collect.c" -o "$work/collect"
{
    echo "# SPDX-License-Identifier: MIT"
    echo "# The names that the headers of CUDA 13.0 declare, made by tests/names/collect.sh. BEGINNING END,END,..."
    "$work/collect" "$include"
} >"$work/names"
if [ "$check" ]; then
    cmp "$work/names" "$list"
else
    mv "$work/names" "$list"
fi
