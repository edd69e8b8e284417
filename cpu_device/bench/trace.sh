#!/bin/sh
# SPDX-License-Identifier: MIT
# trace.sh [BUILD [PAIRS]]: what a trace adds to a run on the CPU device, and how large its page is. Runs the programs
# of tools/pages.txt, without the fixed versions, PAIRS times (5) without and with CPU_DEVICE_TRACE, in turns; medians.
set -u
root=$(realpath -- "$0") && root=${root%/bench/*}
build=${1:-$root/build} pairs=${2:-5}
case ${1:-} in -*) echo "usage: cpu_device/bench/trace.sh [BUILD [PAIRS]]" && exit 0 ;; esac
[ -x "$build/cpu/dot" ] || { echo "trace.sh: there is no $build/cpu/dot: build it first" >&2 && exit 2; }
case $pairs in '' | 0* | *[!0-9]*) echo "trace.sh: PAIRS is a whole number of 1 or more, not '$pairs'" >&2 && exit 2 ;; esac
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# milliseconds COMMAND...
milliseconds() {
    begin=$(date +%s%N)
    "$@" >/dev/null 2>&1 </dev/null
    echo $((($(date +%s%N) - begin) / 1000000))
}
median() {
    sort -n "$1" | sed -n "$(((pairs + 1) / 2))p"
}

echo "medians of $pairs runs"
printf '%-66s %9s %9s %9s %9s\n' program 'ms' 'traced' 'ratio' 'KiB'
sed '/^#/d; s/^[^:]*: //; s/ *|.*//' "$root/tools/pages.txt" >programs
while read -r name arguments; do
    rm -f without with
    run=0
    while [ $run -lt "$pairs" ]; do
        run=$((run + 1))
        # shellcheck disable=SC2086 # words
        milliseconds "$build/cpu/$name" $arguments >>without
        # shellcheck disable=SC2086 # words
        CPU_DEVICE_TRACE=page.html milliseconds "$build/cpu/$name" $arguments >>with
    done
    printf '%-66s %9d %9d %9.1f %9d\n' "$name $arguments" "$(median without)" "$(median with)" \
        "$(echo "$(median with) $(median without)" | awk '{ print $1 / ($2 > 0 ? $2 : 1) }')" $(($(wc -c <page.html) / 1024))
done <programs
