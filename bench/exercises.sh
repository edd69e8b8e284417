#!/bin/sh
# SPDX-License-Identifier: MIT
# exercises.sh [FILE...]: what the CPU device and, where one answers, a GPU say of solutions of the exercises: of all in
# tests/exercises/right and wrong, or of those named.
set -u
root=$(realpath -- "$0") && root=${root%/bench/*}
case ${1:-} in -*) echo "usage: bench/exercises.sh [FILE...]" && exit 0 ;; esac
[ $# -gt 0 ] || set -- "$root"/tests/exercises/right/*.cu "$root"/tests/exercises/wrong/*.cu
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2016 # the shell that is called expands it
printf '%s\n' "$@" | xargs -d '\n' -P "$(nproc)" -I FILE sh -c '
    "$1/exercises/check.sh" --json FILE >"$2/$(basename FILE .cu).json"' sh "$root" "$work"
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null | head -n 1
nvcc --version 2>/dev/null | grep release
echo "commit $(git -C "$root" rev-parse --short HEAD 2>/dev/null || cat "$root/.local/source" 2>/dev/null)"
printf '%-36s %-62s %s\n' solution 'the CPU device' 'the GPU'
for file in "$@"; do
    name=${file##*/} && name=${name%.cu}
    # of "on the GPU (NAME): right: 12 cases the longest launch took 0.01 ms", what is behind the name
    jq -r '[if .passed then "passed" else "failed: " + .why end, (.gpu | sub("^on the GPU [^:]*: "; ""))] | @tsv' "$work/$name.json" |
        awk -F '\t' -v name="$name" '{ printf "%-36s %-62s %s\n", name, $1, $2 }'
done
