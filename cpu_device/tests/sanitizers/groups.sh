#!/bin/sh
# SPDX-License-Identifier: MIT
# groups.sh BUILD [OPTION...]: runs the programs under compute-sanitizer, with options for ctest. Prints for each group
# and tool how many programs there are and how many did not behave as their comments say, and then names these. For
# bench/record.sh.
set -u
build=$1
shift
work=$(mktemp) || exit 1
trap 'rm -f "$work"' EXIT

ctest --test-dir "$build" -L sanitizer "$@" >"$work" 2>&1
status=$?
# " 12/99 Test #5: sanitizer/memcheck/planted/race_dot ......   Passed    1.02 sec"
awk '
    / Test +#[0-9]+: sanitizer\// {
        split($0, part, "sanitizer/")
        name = part[2]
        sub(/ .*/, "", name)
        split(name, step, "/")
        group = step[1] " " step[2]
        if (step[2] == "planted") {
            sub(/_.*/, "", step[3])
            group = group "/" step[3]
        }
        ++count[group]
        failed[group] += 0
        if ($0 !~ / Passed /) {
            ++failed[group]
            names = names "failed: " name "\n"
        }
    }
    END {
        for (group in count) {
            printf "%-36s %9d %7d\n", group, count[group], failed[group] | "sort"
            all += count[group]
            bad += failed[group]
        }
        close("sort")
        printf "%-36s %9d %7d\n%s", "all", all, bad, names
    }' "$work" | sed '1i\
tool and group                        programs  failed'
exit $status
