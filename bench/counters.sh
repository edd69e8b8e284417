#!/bin/sh
# SPDX-License-Identifier: MIT
# counters.sh [NAME [ARGUMENT...]]: on a machine with a GPU and Nsight Compute, each access of each kernel of the
# chapter, as the CPU device counts it and as Nsight Compute measures it (cpu_device/tests/counters/compare_counts.c explains the
# tables). With a NAME, only that program. It needs the built programs: cmake --build build, or BUILD=FOLDER. Exit
# status: 1 if anything differs or could not be measured.
set -u

# Each program, with arguments that lead both devices the same way through it, however many multiprocessors they have.
programs='
cpu_device/tests/counters/patterns
chapter05/dot
chapter05/dot_unsynced --runs 1
chapter05/dot_divergent
chapter05/shared_bitmap --save PICTURE
chapter05/shared_bitmap_unsynced --save PICTURE
chapter05/shared_bitmap_live --width 512 --height 512 --frames 1 --save PICTURE
chapter05/shared_bitmap_slow --frames 1 --save PICTURE
chapter05/dot_live --frames 1 --save PICTURE
chapter05/warp_sync --runs 1
chapter05/shared_per_block
chapter05/threadfence_sum --blocks 64 --runs 1
chapter05/host_sync --unit 1
chapter05/matrix_reads --size 128
bench/tiles --size 128
chapter05/row_sums --rows 512 --columns 512
chapter05/row_sums --rows 31 --columns 67
chapter05/column_sums --rows 512 --columns 512
chapter05/column_sums --rows 31 --columns 67
chapter05/dot_ladder --elements 262147
chapter05/dot_blocks --elements 65536
'

cd "$(dirname "$0")/.." || exit 2
build=${BUILD:-build}
tools=$build/cpu_device/tests/counters
for tool in ncu_counts compare_counts; do
    [ -x "$tools/$tool" ] || {
        echo "counters.sh: no $tools/$tool: build it first" >&2
        exit 2
    }
done
if [ $# -gt 0 ]; then
    case $1 in */*) programs=$* ;; *) programs="chapter05/$*" ;; esac
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# PROGRAM [ARGUMENT...]: prints its table.
compare() {
    source=$1.cu
    name=${1#chapter05/}
    name=${name#cpu_device/tests/}
    shift
    if [ ! -x "$build/gpu/$name" ] || [ ! -x "$build/cpu/$name" ]; then
        echo "counters.sh: left out: $build/gpu/$name and $build/cpu/$name are not both there" >&2
        return 0
    fi
    # Its exit status may say that it is wrong on purpose.
    CPU_DEVICE_COUNTERS=$work/counted "$build/cpu/$name" "$@" >"$work/log" 2>&1
    if [ "$(wc -l <"$work/counted")" -lt 2 ]; then
        echo "counters.sh: $name $*: the CPU device has counted nothing" >&2
        cat "$work/log" >&2
        return 1
    fi
    sh cpu_device/tests/counters/measure.sh "$tools/ncu_counts" "$source" "$build/gpu/$name" "$@" >"$work/measured" || return 1
    echo "== $name $*" | sed "s|$work/||"
    "$tools/compare_counts" "$work/counted" "$work/measured"
    status=$?
    echo
    return $status
}

failed=0
while read -r line; do
    line=$(echo "$line" | sed "s|PICTURE|$work/picture.ppm|")
    # shellcheck disable=SC2086 # a program and its arguments
    [ -z "$line" ] || compare $line </dev/null || failed=1
done >"$work/tables" <<EOF
$programs
EOF

cat "$work/tables"
awk -F '[:,] ' '
    / accesses: / {
        all += $1
        for (i = 2; i <= NF; ++i) {
            found[i] += $i
            what[i] = substr($i, index($i, " "))
        }
        last = NF
    }
    END {
        if (!all) exit 1
        printf "In all, %d accesses", all
        for (i = 2; i <= last; ++i) printf "%s%d%s", i == 2 ? ": " : ", ", found[i], what[i]
        printf "\n"
    }' "$work/tables" || failed=1
exit $failed
