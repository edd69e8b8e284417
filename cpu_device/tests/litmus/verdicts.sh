#!/bin/sh
# SPDX-License-Identifier: MIT
# verdicts.sh WRITE LITMUS RUNS: of each litmus test, the device reports a race if the PTX model does, and else none. With
# one seed of several a race must show: no thread may have seen a flag before it reads what the flag guards. What the
# device says beside races does not count: that volatile data have no fence, say.
set -eu
write=$1 litmus=$2 runs=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$write" --table >"$work/table"
for seed in 1 2 3 4; do
    CPU_DEVICE_SEED=$seed CPU_DEVICE_REPORT="$work/report" CPU_DEVICE_EXIT_STATUS=0 CPU_DEVICE_CHECKS=quiet \
        "$litmus" --runs "$runs" >"$work/out"
    cat "$work/report" >>"$work/reports"
done

# The kernel test_12 belongs to row 12.
sed -n 's/.*"id":"race-[a-z-]*".*"kernel":"test_\([0-9]*\)".*/\1/p' "$work/reports" | sort -un >"$work/reported"
sed -n 's/^| \([0-9]*\) | .* | race |.*/\1/p' "$work/table" | sort -n >"$work/races"
[ -s "$work/races" ] || { echo "FAILED: the table has no races" && exit 1; }
if ! cmp -s "$work/races" "$work/reported"; then
    echo "FAILED: the model and the device differ ('<': only the model says that there is a race):"
    diff "$work/races" "$work/reported" | sed -n 's/^\([<>]\) //p' | while read -r number; do
        sed -n "s/^| $number | \([^ ]*\) .*/\1/p" "$work/table"
    done
    diff "$work/races" "$work/reported" || true
    exit 1
fi
