#!/bin/sh
# SPDX-License-Identifier: MIT
# shares.sh PROGRAMS: how many values of the textbook programs are equal, bit by bit, to those that a GPU printed, and how
# far the others are from them. PROGRAMS is the folder of the built programs, such as build/cpu/as_measured.
#
#     sh bench/record.sh textbook-cpu sh cpu_device/tests/as_measured/shares.sh build/cpu/as_measured
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 1
if [ $# != 1 ] || [ ! -d "$1" ]; then
    echo 'usage: shares.sh PROGRAMS' >&2
    exit 2
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
for name in textbook_vectors textbook_images textbook_physics; do
    grep -v '^#' "$here/$name.txt" >>"$work/there"
    "$1/$name" 2>"$work/said" >>"$work/here" || {
        cat "$work/said" >&2
        exit 1
    }
done
if [ "$(wc -l <"$work/there")" != "$(wc -l <"$work/here")" ]; then
    echo 'shares.sh: the programs do not print as many lines as the records have' >&2
    exit 1
fi
paste -d ' ' "$work/there" "$work/here" | awk '
    # The place of a float among all floats, so that neighbours differ by 1.
    function rank(hex, i, value) {
        for (i = 1; i <= length(hex); ++i)
            value = 16 * value + index("0123456789abcdef", substr(hex, i, 1)) - 1
        return value < 2147483648 ? value : 2147483648 - value
    }
    $2 == "hash:" { # of all values, of which the lines that follow have every sixteenth
        names[++programs] = $1
        whole += $3 == $6
        next
    }
    {
        for (i = 3; i <= NF / 2; ++i) {
            ++values[$1]
            there = $i
            here = $(i + NF / 2)
            equal[$1] += there == here
            off = rank(there) - rank(here)
            if (off < 0)
                off = -off
            if (off > largest[$1])
                largest[$1] = off
        }
    }
    END {
        print "program                 values  equal  largest difference, in steps from float to float"
        for (i = 1; i <= programs; ++i) {
            name = names[i]
            all += values[name]
            same += equal[name]
            if (values[name] != equal[name])
                printf "%-22s %7d %6d  %d\n", name, values[name], equal[name], largest[name]
        }
        printf "%d of %d programs are equal in all values; so are %d of %d values, %.1f%%\n", whole, programs, same, all, 100 * same / all
    }'
