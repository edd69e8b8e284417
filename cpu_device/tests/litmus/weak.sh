#!/bin/sh
# SPDX-License-Identifier: MIT
# weak.sh LITMUS RUNS: with weak memory, no litmus test has an outcome that the PTX model forbids, and the shapes show
# the weak outcomes that weak memory can show. Without it, none does.
set -eu
litmus=$1 runs=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CPU_DEVICE_CHECKS=quiet CPU_DEVICE_EXIT_STATUS=0

"$litmus" --runs 300 >"$work/strong"
if grep '[*!]' "$work/strong"; then
    echo "FAILED: the outcomes marked * or ! need weak memory, which was not asked for"
    exit 1
fi

export CPU_DEVICE_MEMORY=weak
for seed in 1 2; do
    CPU_DEVICE_SEED=$seed "$litmus" --runs "$runs" >>"$work/weak" || {
        grep '!' "$work/weak"
        echo "FAILED: seed $seed: the outcomes marked ! are forbidden"
        exit 1
    }
done

for test in MP:relaxed.device MP:volatile SB:relaxed.device SB:release-acquire.device SB:relaxed+acq_rel.device \
    S:relaxed.device R:relaxed.device 2+2W:relaxed.device WRC:relaxed.device ISA2:relaxed.device RWC:relaxed.device \
    IRIW:relaxed.device; do
    grep -F "$test:" "$work/weak" | grep -q '\*' || {
        grep -F "$test:" "$work/weak"
        echo "FAILED: $test: weak memory shows no weak outcome"
        exit 1
    }
done
