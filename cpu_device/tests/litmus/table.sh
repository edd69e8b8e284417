#!/bin/sh
# SPDX-License-Identifier: MIT
# table.sh WRITE: writes the table of README.md anew, from the shapes and the recorded runs. --check WRITE: says whether
# it is up to date. WRITE is build/cpu_device/tests/litmus/litmus_write.
set -eu
check=
[ "$1" != --check ] || { check=yes && shift; }
write=$(realpath "$1")
cd "$(dirname "$0")"
results=../../../docs/results
new=$(mktemp)
trap 'rm -f "$new"' EXIT

sed '/^| | test |/,$d' README.md >"$new"
set -- "weak memory=$results/litmus-weak.txt"
[ ! -e $results/litmus-h100.txt ] || set -- "$@" "an H100=$results/litmus-h100.txt"
"$write" --table "$@" >>"$new"
if [ -z "$check" ]; then
    cat "$new" >README.md
elif ! cmp -s "$new" README.md; then
    echo "FAILED: cpu_device/tests/litmus/README.md is not up to date: sh cpu_device/tests/litmus/table.sh build/cpu_device/tests/litmus/litmus_write"
    exit 1
fi
