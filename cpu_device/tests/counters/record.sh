#!/bin/sh
# SPDX-License-Identifier: MIT
# record.sh [BUILD]: on a machine with a GPU and Nsight Compute, records the measured counts of patterns.cu as
# patterns.csv, and the machine in RECORDED.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
build=${1:-$here/../../../build}
new=$(mktemp)
trap 'rm -f "$new"' EXIT

sh "$here/measure.sh" "$build/cpu_device/tests/counters/ncu_counts" "$here/patterns.cu" "$build/gpu/counters/patterns" >"$new"
cat "$new" >"$here/patterns.csv"
{
    echo "Made by record.sh on $(date -u +%Y-%m-%d): $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader), driver last"
    "$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)" --version | tail -n 1
    "$(command -v ncu || echo /usr/local/cuda/bin/ncu)" --version | tail -n 1
} >"$here/RECORDED"
