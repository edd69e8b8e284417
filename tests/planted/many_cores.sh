#!/bin/sh
# SPDX-License-Identifier: MIT
# many_cores.sh CPU: programs of that folder whose blocks meet, on a device of 16 cores, many times: with more cores than
# the machine has, a block may be stopped between any two of its steps.
set -u
cpu=$1
work=$(mktemp) || exit 1
trap 'rm -f "$work"' EXIT

seed=1
while [ $seed -le 40 ]; do
    for program in sound/blocks_same_struct sound/blocks_look_back sound/blocks_hash_table; do
        if ! CPU_DEVICE_CORES=16 CPU_DEVICE_SEED=$seed "$cpu/$program" >/dev/null 2>"$work" || [ -s "$work" ]; then
            echo "FAILED: $program, seed $seed" && cat "$work" && exit 1
        fi
    done
    CPU_DEVICE_CORES=16 CPU_DEVICE_SEED=$seed "$cpu/planted/volatile_ring" >/dev/null 2>"$work"
    grep -q 'Error: volatile data without a fence' "$work" ||
        { echo "FAILED: planted/volatile_ring, seed $seed: it is not found" && cat "$work" && exit 1; }
    seed=$((seed + 1))
done
