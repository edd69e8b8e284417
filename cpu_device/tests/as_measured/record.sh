#!/bin/sh
# SPDX-License-Identifier: MIT
# record.sh [FOLDER [NAME...]]: on a machine with a GPU and nvcc, records what the programs of this folder print there as
# NAME.txt, with the command, the GPU, its driver and the toolkit; into FOLDER, or into this one. If a program fails, its
# old text stays.
set -u

here=$(cd "$(dirname "$0")" && pwd)
into=${1:-$here}
[ $# -eq 0 ] || shift
PATH=$PATH:/usr/local/cuda/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -n 1 | tr -d .)
gpu=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1)
toolkit=$(nvcc --version | sed -n 's/.*, V//p')
[ $# -gt 0 ] || set -- "$here"/*.cu

for name; do
    name=$(basename "$name" .cu)
    libraries=$(sed -n 's/^#include <\(curand\|cublas\).*\.h>.*/-l\1/p' "$here/$name.cu" | sort -u)
    own=$(sed -n 's/^\/\/ Compiled with: //p' "$here/$name.cu")
    command="nvcc -O2 -arch=sm_$capability${own:+ $own} $name.cu"
    # shellcheck disable=SC2086 # options, or none
    (cd "$here" && nvcc -O2 "-arch=sm_$capability" $own $libraries -o "$work/$name" "$name.cu") >"$work/errors" 2>&1 &&
        timeout 60 "$work/$name" >"$work/printed" 2>>"$work/errors"
    status=$?
    if [ $status = 0 ]; then
        {
            echo "# $command, run on $(date -u +%Y-%m-%d): $gpu (driver), nvcc $toolkit"
            cat "$work/printed"
        } >"$into/$name.txt"
    else
        echo "record.sh: $name failed with status $status: $(head -n 1 "$work/errors")" >&2
        failed=1
    fi
done
exit $failed
