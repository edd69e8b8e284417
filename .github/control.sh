#!/bin/sh
# SPDX-License-Identifier: MIT
# control.sh: a check that cannot fail proves nothing. Compiles and runs a few planted bugs, and their fixed versions, and says
# how many were reported. CUCC names a cucc to use instead of the one here. Exit status: 0 if each bug is reported and each fixed
# version runs without a report; 1 if not.
set -u
root=$(realpath -- "$0") && root=${root%/*/*}
bugs='race_tiled_loop barrier_in_function blocks_last_block memory_read_past uninitialized_histogram streams_overwritten'
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 1
export CUCC="${CUCC:-$root/cpu_device/cucc}" sources="$root/cpu_device/tests/planted"

# What the compiler and the program print goes to NAME.bug or NAME.fixed, and the program's exit status.
# shellcheck disable=SC2016 # the shell that is called expands it
for bug in $bugs; do
    printf '%s\n' "$bug bug" "$bug fixed -DFIXED"
done | xargs -P "$(nproc)" -L 1 sh -c '
    name=$1 kind=$2
    shift 2
    { "$CUCC" -w "$@" "$sources/$name.cu" -o "$name-$kind" && "./$name-$kind"; } >"$name.$kind" 2>&1
    echo "exit status $?" >>"$name.$kind"' sh
all=$(echo "$bugs" | wc -w)
found=$(grep -l '^========= Error: ' ./*.bug | wc -l)
alarms=$(grep -l '^========= \(Error\|Warning\): ' ./*.fixed | wc -l)
right=$(grep -lx 'exit status 0' ./*.fixed | wc -l)
text="Control: $found of $all planted bugs were reported, and $alarms of their $all fixed versions."
echo "$text"
[ -z "${GITHUB_STEP_SUMMARY:-}" ] || printf '\n%s\n' "$text" >>"$GITHUB_STEP_SUMMARY"
[ "$found $alarms $right" = "$all 0 $all" ] || {
    echo "::error title=control::the CPU device does not report what it must, so its silence about other files proves nothing"
    tail -n 5 ./*.bug ./*.fixed
    exit 1
}
