#!/bin/sh
# SPDX-License-Identifier: MIT
# programs_agree.sh PROGRAM FIRST LAST: the device reports exactly the races of generated programs. The first seed of
# each process is also the device's.
set -u
program=$1 seed=$2 last=$3
at_once=20 # as many kernels as the program has
out=$(mktemp)
trap 'rm -f "$out"' EXIT

while [ "$seed" -le "$last" ]; do
    end=$((seed + at_once - 1))
    [ $end -le "$last" ] || end=$last
    CPU_DEVICE_SEED=$seed CPU_DEVICE_SAME_VALUE=report CPU_DEVICE_EXIT_STATUS=0 CPU_DEVICE_TIMEOUT=60 \
        "$program" "$seed" "$end" >"$out"
    status=$?
    grep -q "^$((end - seed + 1)) programs: .* reports races for [1-9].*none for [1-9]" "$out" || status=1
    if [ $status -ne 0 ]; then
        echo "FAILED: $program $seed $end: status $status"
        cat "$out"
        exit 1
    fi
    seed=$((end + 1))
done
echo "$((last - $2 + 1)) programs: the device reports their races, and no others"
