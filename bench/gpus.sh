#!/bin/sh
# SPDX-License-Identifier: MIT
# gpus.sh [SUFFIX]: on a machine with one GPU or several, records all that gpus/README.md quotes in
# docs/results/gpus-SUFFIX.txt, in at most eight minutes. SUFFIX is by default the GPU's name and their number, such as
# h200-x2. Then gpus/table.sh fills the README's tables from that file.
#
# It needs the built programs: cmake -S . -B build -G Ninja && ninja -C build gpus. Exit status: 0 if all programs that
# must be right were; 1 if not; 77 without a GPU.
set -u
cd "$(dirname "$0")/.." || exit 1

gpus=$(nvidia-smi -L 2>/dev/null | grep -c '^GPU')
[ "$gpus" -gt 0 ] || {
    echo "gpus.sh: there is no GPU here" >&2
    exit 77
}
[ -x build/gpu/dot_gpus ] || {
    echo "gpus.sh: build/gpu/dot_gpus is not built; NCCL is needed for it" >&2
    exit 1
}
name=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1 | tr '[:upper:]' '[:lower:]' | grep -o '[a-z]*[0-9][a-z0-9]*' | head -n 1)
suffix=${1:-$name-x$gpus}
export NCCL_NVLS_ENABLE=0 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
mpirun="timeout -k 5 60 mpirun -q --oversubscribe"
# 1, 2, 4 ... GPUs, and all of them
counts='' n=1
while [ "$n" -lt "$gpus" ]; do
    counts="$counts $n" n=$((2 * n))
done
counts="$counts $gpus"

# The commands, one a line. Each ends by itself or at its time limit.
commands() {
    echo 'nvidia-smi topo -m'
    for n in $counts; do
        echo "timeout -k 5 60 build/gpu/dot_gpus --gpus $n --csv"
        echo "timeout -k 5 60 build/gpu/sums_gpus --gpus $n --csv"
        echo "timeout -k 5 20 build/gpu/barrier_gpus --gpus $n"
        [ ! -x build/gpu/dot_hosts ] || echo "$mpirun -n $n build/gpu/dot_hosts --csv"
    done
    # what the links have carried before and after the sums, where the machine tells
    [ "$gpus" = 1 ] ||
        echo "nvidia-smi nvlink -gt d -i 0; timeout -k 5 60 build/gpu/sums_gpus --rows 4096; nvidia-smi nvlink -gt d -i 0"
    for n in $counts; do
        [ "$n" = 1 ] && [ "$gpus" -gt 1 ] || echo "timeout -k 5 120 build/gpu/bench/all_reduce --gpus $n"
    done
    for bits in 14 16 18 20 22 24 26; do
        for n in $counts; do
            echo "timeout -k 5 60 build/gpu/dot_gpus --gpus $n --elements $((1 << bits)) --csv"
        done
    done
    # the two that are wrong on purpose, and may be right: flags of device scope, and no wait
    for n in $counts; do
        for run in 1 2 3; do
            echo "timeout -k 5 20 build/gpu/barrier_gpus --gpus $n --scope device # run $run"
        done
        echo "timeout -k 5 60 build/gpu/dot_gpus --gpus $n --no-wait"
    done
    [ ! -x build/gpu/dot_hosts ] || echo "$mpirun -n $gpus build/gpu/dot_hosts --fail $gpus"
}

commands | bench/record.sh "gpus-$suffix" || exit 1

# What came of it.
awk '
    function verdict(what, ok) { printf "%-8s %s\n", ok ? "yes" : "NO", what; bad += !ok }
    /^== / {
        command = $0
        sub(/^== (timeout -k 5 [0-9]+ )?/, "", command)
        checked = command ~ /build.gpu/ && command !~ /--scope device|--no-wait|--fail/
    }
    /^exit status / {
        if (checked) { total++; right += $3 == 0; if ($3 != 0) print "failed: " command }
        if (command ~ /--scope device|--no-wait|--fail/) print "exit status " $3 ": " command
    }
    split($0, f, ",") == 7 && f[2] == 268435456 && command ~ /dot_gpus/ { dot[f[1]] = f[4]; alone[f[1]] = f[3]; gpus = f[1] > gpus ? f[1] : gpus }
    /^(lessons|nccl-tests),/ { split($0, f, ","); us[f[1], f[3]] = f[4] }
    END {
        verdict(right + 0 " of " total + 0 " runs that must be right are", right == total)
        size = 1073741824
        if (us["lessons", size] > 0) {
            ratio = us["nccl-tests", size] / us["lessons", size]
            verdict(sprintf("the all-reduce of 1 GiB has %.3f of the bandwidth of the loop of nccl-tests", ratio), ratio >= 0.95)
            printf "         of 4 bytes it takes %s us, waited for each time; %s us in a row\n", us["lessons", 4], us["nccl-tests", 4]
        }
        if (gpus > 1)
            verdict(sprintf("2^31 bytes of dot product: %.3f times as fast on %d GPUs as on one in a row, %.3f alone",
                            dot[1] / dot[gpus], gpus, alone[1] / alone[gpus]), dot[1] / dot[gpus] >= 0.95 * gpus)
        exit bad > 0
    }' "docs/results/gpus-$suffix.txt"
