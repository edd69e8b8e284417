#!/bin/sh
# SPDX-License-Identifier: MIT
# measure.sh FOLDER: what each tool of compute-sanitizer says about each program in a folder: one line per program and
# tool, with the exit status (124: it hung for 20 seconds) and the first error. The comments of cpu_device/tests/planted were
# written from this.
set -u

one() {
    tool=$1 program=$2
    text=$(sh "$0" --run "$tool" "$program" 2>&1)
    status=$?
    found=$(printf '%s\n' "$text" | sed -n 's/^=========     *//; /error detected\|Invalid\|hazard\|Race reported\|Uninitialized\|Leaked\|Barrier error\|Program hit\|Misaligned\|out of bounds\|Divergent/{p;q}')
    printf '%-32s %-10s %3d  %s\n' "$(basename "$program")" "$tool" "$status" "$found"
}

case $1 in
--run) shift && exec sh "$(dirname "$0")/run.sh" "$@" ;;
--one) one "$2" "$3" ;;
*)
    find "$1" -type f -perm -u+x | sort | while read -r program; do
        for tool in plain memcheck racecheck synccheck initcheck; do
            echo "$tool $program"
        done
    done | xargs -P 8 -n 2 sh "$0" --one | sort
    ;;
esac
