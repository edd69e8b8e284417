#!/bin/sh
# SPDX-License-Identifier: MIT
# chapter.sh [SUFFIX]: on a machine with a GPU, records in docs/results/NAME-SUFFIX.txt (h200) what the chapter and
# docs/CLAIMS.md quote of it, and draws the plots. It needs the built programs: cmake --build build.
set -u
cd "$(dirname "$0")/.." || exit 1
suffix=${1:-h200}
failed=0

record() {
    name=$1
    shift
    bench/record.sh "$name-$suffix" "$@" >/dev/null || {
        echo "chapter.sh: $name: exit status $?: $*" >&2
        failed=1
    }
}

record row-sums build/gpu/row_sums --csv -
record column-sums build/gpu/column_sums --csv -
record dot-ladder build/gpu/dot_ladder --csv -
record dot-blocks build/gpu/dot_blocks --csv -
record peers build/gpu/bench/peers
record matrix-reads build/gpu/matrix_reads --csv -
record memory-spaces build/gpu/memory_spaces --csv -
record memory-reads build/gpu/bench/memory_reads
record barrier-cost build/gpu/bench/barrier_cost
record block-result build/gpu/bench/block_result --csv -
record shared-per-block build/gpu/shared_per_block
record host-sync build/gpu/host_sync
record threadfence-sum sh bench/fences.sh
record last-additions build/gpu/bench/last_additions
record counters bench/counters.sh
# These are wrong on purpose.
bench/record.sh "warp-sync-$suffix" sh bench/warps.sh >/dev/null
bench/record.sh "visibility-$suffix" sh -c 'build/gpu/visibility; build/gpu/visibility --unsynced' >/dev/null
bench/plots.sh || failed=1
exit $failed
