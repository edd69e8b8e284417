#!/bin/sh
# SPDX-License-Identifier: MIT
# lanes.sh PROGRAM: it has a race that shows only if lane 0 of a warp runs last, as it does with about half of the seeds.
set -u
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"
found=0
for seed in $(seq 1 20); do
    CPU_DEVICE_SEED=$seed "$1" >out 2>err
    case $? in
    3) grep -q '^========= Error: race on global memory' err && found=$((found + 1)) ;;
    0) ;;
    *) echo "FAILED with seed $seed" && cat err && exit 1 ;;
    esac
done
if [ "$found" -lt 5 ] || [ "$found" = 20 ]; then
    echo "FAILED: found with $found of 20 seeds"
    exit 1
fi
