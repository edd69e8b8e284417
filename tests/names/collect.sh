#!/bin/sh
# SPDX-License-Identifier: MIT
# collect.sh [--check] [TOOLKIT]: makes cpu_device/driver/cuda_names.txt of the toolkit's headers; --check: whether it is
# up to date. Toolkits of one release have different sets of headers, by the packages that are installed: --check looks at
# those that the list was made of. Status 77: there are no headers of CUDA 13.0 here.
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

expanded() { # the names of a list, one a line
    awk '!/^#/ { n = split($2, end, ","); for (i = 1; i <= n; i++) print $1 (end[i] == "-" ? "" : end[i]) }' | LC_ALL=C sort -u
}

if [ "$check" ]; then
    mkdir -p "$work/include/crt" "$work/include/cooperative_groups"
    expanded <"$list" >"$work/listed"
    grep '^[^.].*[.]hp*$' "$work/listed" >"$work/headers"
    while read -r header; do
        if [ -e "$include/$header" ]; then
            ln -s "$(realpath "$include/$header")" "$work/include/$header"
        else
            echo "not in this toolkit: $header"
        fi
    done <"$work/headers" >"$work/lacking"
    "$work/collect" "$work/include" | expanded >"$work/found"
    LC_ALL=C comm -13 "$work/listed" "$work/found" | sed 's/^/not in the list: /' >"$work/wrong"
    [ -s "$work/lacking" ] || LC_ALL=C comm -23 "$work/listed" "$work/found" | sed 's/^/in no header: /' >>"$work/wrong"
    cat "$work/lacking" "$work/wrong"
    [ ! -s "$work/wrong" ]
    exit
fi
{
    echo "# SPDX-License-Identifier: MIT"
    echo "# The names that the headers of CUDA 13.0 declare, made by tests/names/collect.sh. BEGINNING END,END,..."
    "$work/collect" "$include"
} >"$work/names"
mv "$work/names" "$list"
