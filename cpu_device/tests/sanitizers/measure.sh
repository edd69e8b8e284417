#!/bin/sh
# SPDX-License-Identifier: MIT
# measure.sh [--seconds N] [--have OLD] ROWS GROUP...: builds the programs of the groups with nvcc and runs each by itself
# and under the four tools of compute-sanitizer, with the options of run.sh, side by side on all GPUs. ROWS gets a head and
# a line for each run: program, tool, exit status (3: the tool found something; 124 or 137: the time limit), and the first
# finding. What the tools printed goes to ROWS.tgz. summary.sh makes docs/results/sanitizers-*.txt of one ROWS or more.
#
# A GROUP is planted (the bugs), fixed (their fixed versions), sound or not_found: the folders beside this one. After N
# seconds (3600) no run is started any more; what OLD, an earlier ROWS, has is not run again.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 1
tests=$(dirname "$here")

# shellcheck disable=SC1091 # checked by itself
. "$tests/nvcc_options.sh"

# compile GROUP NAME
compile() {
    source=$tests/$1/$2.cu flag=
    [ "$1" != fixed ] || source=$tests/planted/$2.cu flag=-DFIXED
    # shellcheck disable=SC2046,SC2086 # options, or nothing
    "$nvcc" -O2 -lineinfo -arch=native -w $flag "$source" -o "$work/bin/$1/$2" $(options_of "$source") \
        >"$work/out/$1.$2.nvcc" 2>&1 && return
    printf '%s/%s\tnvcc\t%d\t%s\n' "$1" "$2" 1 "$(grep -m 1 error "$work/out/$1.$2.nvcc" | sed "s|$tests/||g")" >"$work/rows/$1.$2.nvcc"
}

# one PROGRAM TOOL: a row. A program that needs two devices sees all of them.
one() {
    [ "$(date +%s)" -lt "$end" ] && [ -x "$work/bin/$1" ] || return 0
    group=${1%/*} name=${1#*/}
    [ "$group" != fixed ] || group=planted
    grep -q '^// Needs [0-9]* devices' "$tests/$group/$name.cu" ||
        export CUDA_VISIBLE_DEVICES=$((${slot:-0} % devices))
    out=$work/out/$(echo "$1" | tr / .).$2
    sh "$here/run.sh" "$2" "$work/bin/$1" >"$out" 2>&1 </dev/null
    status=$?
    # "========= Error: Race reported ..."; the lines with a place, a summary or a count say less.
    found=$(sed -n 's/^========= *//p' "$out" | grep -v 'SUMMARY: 0' | grep -m 1 -E 'detected|Invalid|hazard|Race reported|Uninitialized|Leaked|Barrier error|Program hit|Misaligned|out of bounds|Divergent|Deadlock' |
        sed "s|$work/bin/||g; s/0x[0-9a-f]\{9,\}/ADDRESS/g" | tr '\t' ' ' | cut -c -160)
    printf '%s\t%s\t%d\t%s\n' "$1" "$2" "$status" "$found" >"$out.row"
    mv "$out.row" "$work/rows/"
}

head_of_rows() {
    echo "# command:  measure.sh $*"
    echo "# date:     $(date -u +%Y-%m-%d)"
    echo "# source:   ${SOURCE:-$(git -C "$here" rev-parse --short HEAD 2>/dev/null || echo unknown)}"
    echo "# GPU:      $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | sort | uniq -c | sed 's/^ *//' | paste -s -d ';')"
    echo "# toolkit:  $("$nvcc" --version | sed -n 's/^Cuda compilation tools, //p')"
    echo "# tool:     $(compute-sanitizer --version 2>/dev/null | sed -n 's/^.*[Vv]ersion \([0-9.]*\).*/compute-sanitizer \1/p' | head -n 1)"
    sh "$here/run.sh" --options | sed 's/^/# options:  /'
}

case ${1:-} in
--compile) compile "$2" "$3" && exit ;;
--one) one "$2" "$3" && exit ;;
esac

seconds=3600 have=/dev/null
while :; do
    case ${1:-} in
    --seconds) seconds=$2 && shift 2 ;;
    --have) have=$(realpath "$2") && shift 2 ;;
    *) break ;;
    esac
done
[ $# -ge 2 ] || {
    sed -n 's/^# measure.sh/usage: measure.sh/p' "$0" >&2
    exit 2
}
PATH=$PATH:/usr/local/cuda/bin
nvcc=$(command -v nvcc)
devices=$(nvidia-smi -L 2>/dev/null | grep -c GPU)
if [ -z "$nvcc" ] || ! command -v compute-sanitizer >/dev/null || [ "$devices" = 0 ]; then
    echo "measure.sh: it needs nvcc, compute-sanitizer and a GPU" >&2
    exit 77
fi
rows=$1
shift
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
end=$(($(date +%s) + seconds))
HAS_GPU=yes LIMIT=${LIMIT:-10}
export work nvcc devices end HAS_GPU LIMIT PATH
mkdir "$work/out" "$work/rows" || exit 1

for group in "$@"; do
    mkdir -p "$work/bin/$group" || exit 1
    folder=$group twins=.
    [ "$group" != fixed ] || folder=planted
    case $group in fixed | planted) twins='^#ifn?def FIXED' ;; esac
    # compute-sanitizer says nothing of NCCL
    (cd "$tests/$folder" && grep -lE "$twins" -- *.cu) | grep -v '^nccl_' | sed "s|^|$group |; s|\.cu$||"
done >"$work/programs"
grep -v '^#' "$have" >"$work/had"

# missing TOOL... : the runs that nobody has made, each as "GROUP/NAME TOOL"
missing() {
    for tool in "$@"; do
        awk -v tool="$tool" '{ print $1 "/" $2, tool }' "$work/programs"
    done | awk -F '[ \t]' 'FILENAME != "-" { had[$1, $2]; next } !(($1, $2) in had)' "$work/had" -
}
missing plain memcheck racecheck synccheck initcheck | awk '{ print $1 }' | sort -u | tr / ' ' | xargs -r -P "$(nproc)" -n 2 sh "$0" --compile
echo "measure.sh: built $(find "$work/bin" -type f | wc -l) programs, $((end - $(date +%s))) s are left" >&2

# Kernels that hang keep the GPU from whatever runs beside them, so that these seem to hang as well. So the programs of which
# the comments say that they hang, or of which no tool was asked yet, come last, only four on a GPU: first
# under racecheck, which finds deadlocks, then under the others for half the time.
run_all() { # RUNS AT_ONCE
    xargs -r -P $(($2 * devices)) --process-slot-var=slot -n 2 sh "$0" --one <"$1"
    echo "measure.sh: $(find "$work/rows" -type f | wc -l) runs done, $((end - $(date +%s))) s are left" >&2
}
(
    cd "$tests/planted" || exit 1
    grep -lE '^// ((memcheck|synccheck) exits 9|racecheck prints Deadlock)' -- *.cu
    grep -LE '^// (memcheck|racecheck|synccheck|initcheck|all) ' -- *.cu
) | sed 's|^|planted/|; s|[.]cu$||' >"$work/hang"
for tool in plain memcheck racecheck synccheck initcheck; do
    missing "$tool"
done | awk 'FILENAME != "-" { hangs[$1]; next } { print > (rows ($1 in hangs ? "/last" : "/first")) }' rows="$work" "$work/hang" -
touch "$work/first" "$work/last"
run_all "$work/first" 16
grep ' racecheck$' "$work/last" >"$work/deadlocks"
run_all "$work/deadlocks" 4
LIMIT=$(((LIMIT + 1) / 2))
grep -v ' racecheck$' "$work/last" >"$work/others"
run_all "$work/others" 4
{
    head_of_rows "$@"
    find "$work/rows" -type f -exec cat {} + | sort
} >"$rows"
tar -czf "$rows.tgz" -C "$work" out
