#!/bin/sh
# SPDX-License-Identifier: MIT
# exercises.sh [FILE...]: what the CPU device and, if there is one, a GPU say about solutions of the exercises: all in
# tests/exercises/right and wrong, or the FILEs. bench/record.sh keeps it.
set -u
root=$(realpath -- "$0") && root=${root%/bench/*}
case ${1:-} in -*) echo "usage: bench/exercises.sh [FILE...]" && exit 0 ;; esac
[ $# -gt 0 ] || set -- "$root"/tests/exercises/right/*.cu "$root"/tests/exercises/wrong/*.cu
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2016 # the shell that is called expands it
printf '%s\n' "$@" | xargs -d '\n' -P "$(nproc)" -I FILE sh -c '
    "$1/apps/grader/check.sh" --json FILE >"$2/$(basename FILE .cu).json"' sh "$root" "$work"
printf '%-36s %-62s %s\n' solution 'the CPU device' 'the GPU'
for file in "$@"; do
    name=${file##*/} && name=${name%.cu}
    kind=${file%/*} && kind=${kind##*/} # the folder: right, wrong
    # of "on the GPU (NAME): right: 12 cases the longest launch took 0.01 ms", what is behind the name
    jq -r --arg kind "$kind" --arg name "$name" '[$kind, $name, if .passed then "passed" else "failed: " + .why end,
        (.gpu | sub("^on the GPU [^:]*: "; ""))] | @tsv' "$work/$name.json"
done | awk -F '\t' '
    {
        printf "%-36s %-62s %s\n", $2, $3, $4
        ++all[$1]; passed[$1] += $3 == "passed"; on_gpu[$1] += $4 ~ /^right: /
    }
    END {
        for (kind in all)
            printf "of %d %s solutions %d pass; on the GPU %d have the right result\n", all[kind], kind, passed[kind], on_gpu[kind]
    }'
