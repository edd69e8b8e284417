#!/bin/sh
# SPDX-License-Identifier: MIT
# lanes.sh PROGRAM: the seed decides in which order the lanes of a warp run, so lane 0 reads different counts. The race is
# reported in every order.
set -u
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"
for seed in $(seq 1 20); do
    CPU_DEVICE_SEED=$seed "$1" 2>err
    status=$?
    if [ $status != 3 ] || ! grep -q '^========= Error: race on global memory' err; then
        echo "FAILED with seed $seed: status $status: $(cat err)" >&2
    fi
done >counts 2>problems
cat problems
[ ! -s problems ] || exit 1
[ "$(sort -u counts | grep -c .)" -gt 1 ] || { echo "FAILED: lane 0 reads the same count with each seed: $(sort -u counts)" && exit 1; }
