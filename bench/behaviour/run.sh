#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh [NAME...]: on a machine with a GPU and nvcc, builds and runs what docs/SURPRISES.md quotes, each program with a time
# limit; with NAMEs, only these. The record is made by
#
#     bench/record.sh behaviour-h200 bench/behaviour/run.sh
set -u
cd "$(dirname "$0")/../.." || exit 1
PATH=$PATH:/usr/local/cuda/bin
only=$*
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# build bench/behaviour/NAME [OPTION]
build() {
    nvcc "${2:--O2}" -arch=native -lineinfo -o "$work/${1##*/}" "$1.cu"
}

# is_asked NAME
is_asked() {
    case " $only " in '  ' | *" $1 "*) return 0 ;; esac
    return 1
}

# run SECONDS bench/behaviour/NAME [ARGUMENT]
run() {
    limit=$1 program=$2
    shift 2
    is_asked "${program##*/}" || return
    echo "== ${program##*/} $*"
    build "$program" && timeout -k 1 "$limit" "$work/${program##*/}" "$@"
    printf 'exit status %d\n\n' $?
}

run 30 bench/behaviour/small_facts
run 30 bench/behaviour/fresh_shared
run 30 bench/behaviour/warp_in_two
run 30 bench/behaviour/fence_cost
run 30 bench/behaviour/read_age
run 30 bench/behaviour/ticket_order
run 60 bench/behaviour/busy_neighbour
run 10 bench/behaviour/two_arms
run 10 bench/behaviour/two_arms halves
for arrivals in 1 2 3; do
    run 10 bench/behaviour/cluster_ahead $arrivals
done
run 60 bench/behaviour/dependent
run 30 bench/behaviour/lazy_loading
run 30 bench/behaviour/lazy_loading EAGER
run 120 bench/behaviour/missing_barriers 100000

is_asked two_arms || exit 0
for level in -O1 -O2 -O3 -G; do
    build bench/behaviour/two_arms $level 2>/dev/null
    echo "two_arms with $level: $(cuobjdump -sass "$work/two_arms" | grep -c 'BAR\.SYNC') times BAR.SYNC in the machine code"
done
build bench/behaviour/two_arms
for tool in synccheck racecheck; do
    echo "== compute-sanitizer --tool $tool two_arms"
    timeout -k 1 60 compute-sanitizer --tool $tool --print-limit 1 "$work/two_arms" 2>&1 | sed "s|$work/||g"
done
