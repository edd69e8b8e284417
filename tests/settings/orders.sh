#!/bin/sh
# SPDX-License-Identifier: MIT
# orders.sh PROGRAM SEEDS: its report is the same, whatever the order of the warps.
set -u
race=$1 seeds=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

"$race" 2>first
grep -q '^========= Error: race' first || { echo "FAILED: $race has no race" && exit 1; }
for seed in $(seq 1 "$seeds"); do
    CPU_DEVICE_SEED=$seed "$race" 2>err
    cmp -s first err || {
        echo "FAILED: with seed $seed the report is another one" && diff first err
        exit 1
    }
done
