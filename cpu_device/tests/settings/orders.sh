#!/bin/sh
# SPDX-License-Identifier: MIT
# orders.sh PROGRAM SEEDS: whatever the order of the warps, its report is the same, except for which access came first.
set -u
race=$1 seeds=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

lines() { # of the report, in any order
    sed 's/ then thread / thread /' "$1" | sort
}
"$race" 2>first
lines first >right
grep -q '^========= Error: race' first || { echo "FAILED: $race has no race" && exit 1; }
for seed in $(seq 1 "$seeds"); do
    CPU_DEVICE_SEED=$seed "$race" 2>err
    lines err >now
    cmp -s right now || {
        echo "FAILED: with seed $seed the report is another one" && diff right now
        exit 1
    }
done
