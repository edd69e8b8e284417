#!/bin/sh
# SPDX-License-Identifier: MIT
# as_measured.sh PATTERNS COMPARE_COUNTS: for patterns.cu the CPU device must count what a GPU measured (patterns.csv),
# and the comparison must notice every figure that differs.
set -u
patterns=$1 compare=$2
golden=$(cd "$(dirname "$0")" && pwd)/patterns.csv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

CPU_DEVICE_COUNTERS=counted.csv "$patterns" || exit 1
"$compare" --strict counted.csv "$golden" || exit 1

# For each line: a sector or wavefront more; a request less; another line of the source; no such line at all.
lines=$(wc -l <"$golden")
for number in $(seq 2 "$lines"); do
    for change in cost requests place none; do
        awk -F, -v OFS=, -v number="$number" -v change=$change '
            NR != number { print; next }
            change == "cost" { if ($9 != "") ++$9; else ++$10 }
            change == "requests" { --$6 }
            change == "place" { $3 += 1000 }
            change != "none"' "$golden" >other.csv
        "$compare" --strict counted.csv other.csv >out && echo "FAILED: $change of line $number is not seen" && exit 1
    done
done
exit 0
