#!/bin/sh
# SPDX-License-Identifier: MIT
# orders.sh FOLDER SEEDS: all programs in FOLDER, as this folder's CMakeLists.txt builds them, in so many orders of their warps:
# each gets the same notes in all of them, and those of needed/ and the fixed versions get none.
set -u
folder=$1 seeds=$2
out=$(mktemp) && first=$(mktemp) || exit 1
trap 'rm -f "$out" "$first"' EXIT
failed=0 count=0
for program in "$folder"/* "$folder"/needed/*; do
    if [ -d "$program" ] || [ ! -x "$program" ]; then
        continue
    fi
    count=$((count + 1)) seed=0
    while [ "$seed" -lt "$seeds" ]; do
        CPU_DEVICE_ADVICE=on CPU_DEVICE_SEED=$seed timeout 60 "$program" >/dev/null 2>"$out" || echo "status $?" >>"$out"
        [ "$seed" -gt 0 ] || cp "$out" "$first"
        case $program in
        */needed/* | *_fixed) expected=/dev/null ;;
        *) expected=$first ;;
        esac
        [ -s "$expected" ] || [ "$expected" = /dev/null ] || { echo "$program: no note" && failed=1; }
        cmp -s "$out" "$expected" || { echo "$program, seed $seed: $(cat "$out")" && failed=1; }
        seed=$((seed + 1))
    done
done
[ "$count" -ge 60 ] || { echo "there are only $count programs in $folder" && failed=1; }
exit $failed
