#!/bin/sh
# SPDX-License-Identifier: MIT
# kinds.sh PROGRAM.cu [FLAG...]: compiles kinds.cu or kinds_of_size.cu and judges the reports of its kernels: without the
# barrier, a race on shared memory and one on global memory at the kernel's lines W and R; with it, nothing. $CUCC is the
# compiler.
set -u
source=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
export CPU_DEVICE_EXIT_STATUS=0

"${CUCC:-cucc}" -w "$source" "$@" -o "$work/kinds" || exit 2
status=0
"$work/kinds" right >"$work/right" 2>&1
if [ -s "$work/right" ]; then
    echo "FAILED: $source $*, with the barrier"
    head -n 10 "$work/right"
    status=1
fi
"$work/kinds" racy >"$work/racy" 2>&1
awk -v program="${source##*/}" -v flags="$*" '
    function mark(name, line) {
        if ($0 ~ / \/\/ there$/) there[name ":" line] = 1
        if ($0 !~ / \/\/ [WR] [a-z_0-9]+$/) return
        own[$(NF - 1), $NF] = name ":" line
        if ($(NF - 1) == "W") kernels[$NF] = 1
    }
    function is_at(which, kernel, place) {
        return place == own[which, kernel] || place in there
    }
    function judge() {
        if (memory == "") return
        if ((is_at("W", kernel, place[1]) && is_at("R", kernel, place[2])) ||
            (is_at("R", kernel, place[1]) && is_at("W", kernel, place[2])))
            right[kernel, memory] = 1
        else
            wrong[kernel, memory] = place[1] " and " place[2]
        memory = ""
    }
    FILENAME != ARGV[ARGC - 1] { name = FILENAME; sub(/.*\//, "", name); mark(name, FNR); next }
    /Error: race on / { judge(); memory = $5; places = 0 }
    / kernel [a-z_0-9]+(<.*>)?, block / && memory != "" && places == 0 { kernel = $3; sub(/[<,].*/, "", kernel); next }
    / thread .* at [a-z_]+\.(cu|h):[0-9]+/ && memory != "" && places < 2 {
        match($0, / at [a-z_]+\.(cu|h):[0-9]+/)
        place[++places] = substr($0, RSTART + 4, RLENGTH - 4)
    }
    / fails$/ { print; failed = 1 }
    END {
        judge()
        for (k in kernels) {
            ++count
            for (m = 1; m <= 2; ++m) {
                in_memory = m == 1 ? "shared" : "global"
                if ((k, in_memory) in right) continue
                failed = 1
                print "FAILED: " program " " flags ": " k ", " in_memory " memory: " \
                    ((k, in_memory) in wrong ? "a race between " wrong[k, in_memory] : "silent")
            }
        }
        if (!count) failed = 1
        exit failed
    }' "${source%/*}/kinds.h" "$source" "$work/racy" || status=1
exit $status
