#!/bin/sh
# SPDX-License-Identifier: MIT
# many_cores.sh CPU FIRST LAST: runs programs of that folder whose blocks wait for one another on a device of 16 cores,
# with the seeds FIRST to LAST. With more cores than the machine has, a block may be interrupted between any two steps.
set -u
cpu=$1 first=$2 last=$3
work=$(mktemp) || exit 1
trap 'rm -f "$work"' EXIT

CPU_DEVICE_CORES=16 CPU_DEVICE_LAUNCHES=all # with a machine this busy, launches take long
export CPU_DEVICE_CORES CPU_DEVICE_LAUNCHES
for seed in $(seq "$first" "$last"); do
    if ! CPU_DEVICE_SEED=$seed "$cpu/sound/blocks_same_struct" >/dev/null 2>"$work" || [ -s "$work" ]; then
        echo "FAILED: sound/blocks_same_struct, seed $seed" && cat "$work" && exit 1
    fi
    for more in 0 1 2 3 4 5; do
        CPU_DEVICE_SEED=$seed$more "$cpu/planted/volatile_ring" >/dev/null 2>"$work"
        grep -q 'Error: volatile data without a fence' "$work" ||
            { echo "FAILED: planted/volatile_ring, seed $seed$more: it is not found" && cat "$work" && exit 1; }
    done
done
