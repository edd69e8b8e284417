#!/bin/sh
# SPDX-License-Identifier: MIT
# cells.sh CELLS FAMILY FIRST STEP PARTS ARGUMENT...: writes the cells FIRST, FIRST + STEP, ... of the family, compiles
# them, runs them with each of these arguments (a block's size, say), and judges the reports. Then the next FIRST, in all
# PARTS times. $CUCC is the compiler.
set -u
cells=$1 family=$2 first=$3 step=$4 parts=$5
shift 5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
export CPU_DEVICE_EXIT_STATUS=0 CPU_DEVICE_TIMEOUT=100

status=0
last=$((first + parts - 1))
while [ "$first" -le "$last" ]; do
    "$cells" write "$family" "$first" "$step" >"$work/cells.cu" || exit 2
    "${CUCC:-cucc}" -w "$work/cells.cu" -o "$work/cells" || exit 2
    for argument; do
        CPU_DEVICE_REPORT=$work/found.json "$work/cells" "$argument" 2>"$work/text" || {
            echo "FAILED: the program of the cells $first, $((first + step)), ... and $argument"
            tail -n 5 "$work/text"
            status=1
        }
        "$cells" judge "$family" "$first" "$step" "$argument" "$work/found.json" || status=1
    done
    first=$((first + 1))
done
exit $status
