#!/bin/sh
# SPDX-License-Identifier: MIT
# races_found.sh PROGRAM FIRST LAST [LATE]: of random kernels, the device reports those that have races, and only those.
# The program says where they are; its seed is also the device's. One race may hide another on the same words, so if
# some are within a block and some between blocks, either will do.
set -u
program=$1 first=$2 last=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

seed=$first racing=0
while [ "$seed" -le "$last" ]; do
    there=$(CPU_DEVICE_SEED=$seed CPU_DEVICE_SAME_VALUE=report "$program" "$seed" "$@" 2>"$work/err")
    within=no between=no
    grep -q 'race on global memory' "$work/err" && within=yes
    grep -q 'race between blocks on global memory' "$work/err" && between=yes
    case $there:$within,$between in
    'within no, between no:no,no') ;;
    'within yes, between no:yes,no' | 'within no, between yes:no,yes') ;;
    'within yes, between yes:yes,'* | 'within yes, between yes:no,yes') ;;
    *)
        echo "FAILED: $program $seed $*: races are there: $there; found: within $within, between $between"
        cat "$work/err"
        exit 1
        ;;
    esac
    [ $within$between = nono ] || racing=$((racing + 1))
    seed=$((seed + 1))
done
[ $racing -gt 0 ] || { echo "FAILED: no kernel had a race" && exit 1; }
echo "$((last - first + 1)) kernels, $racing of them with races: found, and no others"
