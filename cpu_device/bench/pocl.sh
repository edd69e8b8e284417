#!/bin/sh
# SPDX-License-Identifier: MIT
# pocl.sh [PAIRS [NAME...]]: what kernels take here without the checks and with them, and in OpenCL with PoCL, which compiles a
# block as loops over its threads: seconds of the processor, for all threads of the process. Skipped (77) where PoCL is missing.
set -eu
case ${1:-} in
-h | --help)
    cat <<'END'
usage: cpu_device/bench/pocl.sh [PAIRS [NAME...]]
Compares kernels with their twins in OpenCL, which PoCL runs on the same processor: PAIRS runs
of each (3), in turns, and the least time of each kernel, in seconds of the processor. NAME: only these kernels
(pocl_peer.h lists them). Needs Debian's pocl-opencl-icd, ocl-icd-opencl-dev, opencl-headers.
END
    exit 0
    ;;
esac
cd "$(dirname "$0")/../.."
pairs=${1:-3}
case $pairs in '' | 0* | *[!0-9]*) echo "pocl.sh: PAIRS is a whole number of 1 or more, not '$pairs'" >&2 && exit 2 ;; esac
[ $# -eq 0 ] || shift

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
bench=cpu_device/bench
if ! ${CC:-cc} -O2 -o "$work/opencl" "$bench/pocl_opencl.c" -lOpenCL 2>"$work/log" ||
    ! "$work/opencl" "$bench/pocl_kernels.h" saxpy >"$work/log" 2>&1; then
    echo "pocl.sh: skipped, for PoCL cannot be used: $(tail -n 1 "$work/log")" >&2
    exit 77
fi
cpu_device/cucc -O2 -o "$work/cuda" "$bench/pocl_cuda.cu"
for _ in $(seq "$pairs"); do
    "$work/opencl" "$bench/pocl_kernels.h" "$@" | sed 's/^/pocl /'
    CPU_DEVICE_CHECKS=off "$work/cuda" "$@" | sed 's/^/off /'
    CPU_DEVICE_CHECKS=on CPU_DEVICE_LAUNCHES=all "$work/cuda" "$@" | sed 's/^/on /'
done >"$work/times"
awk '
    { key = $1 " " $2; if (!(key in least) || $3 < least[key]) least[key] = $3; sum[key] = $4 }
    !seen[$2]++ { order[++count] = $2 }
    function differ(x, y,   size) {
        size = x < 0 ? -x : x
        return !(x - y <= 1e-4 * size && y - x <= 1e-4 * size)
    }
    END {
        printf "%-12s %10s %10s %8s %10s %8s\n", "kernel", "PoCL (s)", "off (s)", "ratio", "on (s)", "ratio"
        for (i = 1; i <= count; ++i) {
            name = order[i]; peer = least["pocl " name]; off = least["off " name]; on = least["on " name]
            printf "%-12s %10.4f %10.4f %8.2f %10.4f %8.2f\n", name, peer, off, off / peer, on, on / peer
            if (differ(sum["pocl " name], sum["off " name]) || differ(sum["pocl " name], sum["on " name])) {
                print "pocl.sh: the results of " name " differ: " sum["pocl " name] ", " sum["off " name] ", " sum["on " name] >"/dev/stderr"
                failed = 1
            }
        }
        exit failed
    }' "$work/times"
