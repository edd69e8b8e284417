#!/bin/sh
# SPDX-License-Identifier: MIT
# weak_memory.sh THREADFENCE_SUM MESSAGES PLANTED SOUND: with CPU_DEVICE_MEMORY=weak programs that lack a fence are
# wrong, and right ones stay right, with every seed.
set -u
sum=$1 messages=$2 planted=$3 sound=$4
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

expects 2 "CPU_DEVICE_MEMORY is 'soft', and must be strong or weak" CPU_DEVICE_MEMORY=soft "$sum"
expects 2 'must be strong where CPU_DEVICE_CHECKS is off' CPU_DEVICE_MEMORY=weak CPU_DEVICE_CHECKS=off "$sum"
expects 0 - CPU_DEVICE_CHECKS=quiet CPU_DEVICE_EXIT_STATUS=0 CPU_DEVICE_MEMORY=strong "$sum" --no-fence
for seed in 1 2; do
    export CPU_DEVICE_SEED=$seed
    expects 1 - CPU_DEVICE_CHECKS=quiet CPU_DEVICE_EXIT_STATUS=0 CPU_DEVICE_MEMORY=weak "$sum" --no-fence
    expects 0 - CPU_DEVICE_MEMORY=weak "$sum"
    for way in volatile relaxed block; do # the last column of the last line but one: old messages
        env CPU_DEVICE_CHECKS=quiet CPU_DEVICE_EXIT_STATUS=0 CPU_DEVICE_MEMORY=weak "$messages" --way $way >out 2>err
        awk -v way=$way '$1 == way { old = $4 } END { exit old > 0 ? 0 : 1 }' out || {
            echo "FAILED: $messages --way $way, seed $seed: no message is old" && cat out && exit 1
        }
    done
    expects 0 - CPU_DEVICE_MEMORY=weak "$messages" --way device
    for program in "$planted"/order_*_fixed "$sound"/order_*; do
        case $program in *.d) continue ;; esac
        expects 0 - CPU_DEVICE_MEMORY=weak "$program"
    done
done
