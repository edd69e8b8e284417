#!/bin/sh
# SPDX-License-Identifier: MIT
# measure.sh NCU_COUNTS SOURCE.cu PROGRAM [ARGUMENT...]: on a machine with a GPU and Nsight Compute, measures what the
# accesses of PROGRAM's kernels cost, by source line, as CSV. PROGRAM may be compiled without -lineinfo, which adds
# tables of lines but does not change the machine code. If anything fails, it says so on stderr and ends with status 1.
set -u

counts=$1 source=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "measure.sh: $source: $1" >&2
    [ ! -s "$work/log" ] || cat "$work/log" >&2
    exit 1
}

nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
ncu=$(command -v ncu || echo /usr/local/cuda/bin/ncu)
capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -n 1 | tr -d .)
"$nvcc" -std=c++17 -O2 -lineinfo -arch="sm_$capability" -cubin -keep -keep-dir "$work" -o "$work/code.cubin" "$source" \
    >"$work/log" 2>&1 || fail 'nvcc does not compile it'
ptx=$work/$(basename "$source" .cu).ptx
[ -s "$ptx" ] || fail 'nvcc has kept no PTX of it'

# Programs that are wrong on purpose have exit statuses of their own.
"$ncu" --section SourceCounters --clock-control none --check-exit-code 0 -o "$work/report" "$@" >"$work/log" 2>&1
[ -s "$work/report.ncu-rep" ] || fail "ncu has nothing to report of $*"
"$ncu" --import "$work/report.ncu-rep" --page source --csv --print-source sass --print-kernel-base mangled \
    >"$work/page" 2>"$work/log" || fail 'ncu cannot read its own report'
: >"$work/log"
"$counts" "$work/code.cubin" "$ptx" <"$work/page" || fail 'ncu_counts fails'
