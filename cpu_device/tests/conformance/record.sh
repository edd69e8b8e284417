#!/bin/sh
# SPDX-License-Identifier: MIT
# record.sh [BUILD]: on a machine with a GPU, records what each conformance program prints as NAME.txt, and the machine
# in RECORDED. If a program fails, or prints to stderr, its old text stays (but sticky_* may say why they ended early).
set -u

here=$(cd "$(dirname "$0")" && pwd)
build=${1:-$here/../../../build}
errors=$(mktemp)
trap 'rm -f "$errors" "$here/new"' EXIT
failed=0

for source in "$here"/*.cu; do
    name=$(basename "$source" .cu)
    timeout 60 "$build/gpu/conformance/$name" >"$here/new" 2>"$errors"
    status=$?
    case $name in sticky_*) : >"$errors" ;; esac
    if [ $status = 0 ] && [ ! -s "$errors" ]; then
        mv "$here/new" "$here/$name.txt"
    else
        echo "record.sh: $name failed: $(head -n 1 "$errors")" >&2
        failed=1
    fi
done
{
    echo "Made by record.sh on $(date -u +%Y-%m-%d): $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader), driver last"
    "$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)" --version | tail -n 1
} >"$here/RECORDED"
exit $failed
