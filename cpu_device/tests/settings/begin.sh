#!/bin/sh
# SPDX-License-Identifier: MIT
# begin.sh PROGRAM: its races show only if block 1 begins before block 0, as it does with about half of the seeds. Runs
# on one core, where only the seed decides.
set -u
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"
export CPU_DEVICE_CORES=1
for case in 1 2 3; do
    expects 0 - "$1" $case
    found=0
    for seed in $(seq 1 20); do
        CPU_DEVICE_SEED=$seed "$1" $case >out 2>err
        status=$?
        case $status in
        3) grep -q '^========= Error: race between blocks' err && found=$((found + 1)) ;;
        0) ;;
        *) echo "FAILED: case $case with seed $seed" && cat err && exit 1 ;;
        esac
        CPU_DEVICE_SEED=$seed "$1" $case >out 2>again
        cmp -s err again || { echo "FAILED: case $case with seed $seed differs when repeated" && exit 1; }
    done
    if [ "$found" -lt 5 ] || [ "$found" = 20 ]; then
        echo "FAILED: case $case was found with $found of 20 seeds"
        exit 1
    fi
done
