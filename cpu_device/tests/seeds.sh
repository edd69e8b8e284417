#!/bin/sh
# SPDX-License-Identifier: MIT
# seeds.sh: runs programs of cpu_device/tests/sound with every seed from 1 to RUNS, several at once, and prints for each how many
# runs were not as its test wants them: a report, a wrong result, a hang.
#
#     sh cpu_device/tests/seeds.sh BUILD RUNS NAME...       with CPU_DEVICE_MEMORY=weak in front, in that mode too
#     sh bench/record.sh seeds sh cpu_device/tests/seeds.sh build 1000 cluster_flag phase_bytes
#
# Exit status: 0 if every run was right.
set -u

if [ "${1:-}" = --one ]; then
    name=$2 seed=$3 source=cpu_device/tests/sound/$2.cu
    devices=$(sed -n 's|^// Needs \([0-9]*\) devices.*|\1|p' "$source")
    [ -z "$devices" ] || export CPU_DEVICE_COUNT="$devices"
    text=$(CPU_DEVICE_SEED=$seed timeout -k 5 100 "$build/cpu_device/tests/expect" --source "$source" --device CPU -- \
        "$build/cpu/sound/$name" 2>&1) && exit
    echo "$name seed $seed" >>"$wrong"
    printf '%s: CPU_DEVICE_SEED=%s\n%s\n' "$name" "$seed" "$text" | head -n 20 >&2
    exit
fi
if ! { [ $# -ge 3 ] && [ "$2" -gt 0 ]; } 2>/dev/null; then
    echo 'usage: cpu_device/tests/seeds.sh BUILD RUNS NAME...' >&2
    exit 2
fi
build=$1 runs=$2 wrong=$(mktemp)
export build wrong
trap 'rm -f "$wrong"' EXIT
trap 'exit 1' HUP INT TERM
shift 2
for name; do
    [ -x "$build/cpu/sound/$name" ] || {
        echo "seeds.sh: there is no $build/cpu/sound/$name: build it first" >&2
        exit 2
    }
done
for name; do
    seq "$runs" | xargs -P "$(nproc)" -n 1 sh "$0" --one "$name"
    echo "$name: $runs runs, $(grep -c "^$name " "$wrong") not right"
done
[ ! -s "$wrong" ]
