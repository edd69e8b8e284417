#!/bin/sh
# SPDX-License-Identifier: MIT
# driver.sh ROOT CUCC: a GPU that the program, or the driver, does not fit, without a GPU: a library in front of the CPU device
# gives the first check after a launch that error. A lesson says what helps; the probe's status says that there is a GPU;
# device.sh says that it is not used.
set -u
root=$1 cucc=$2 failed=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
unset CPU_DEVICE_LANGUAGE LC_ALL LC_MESSAGES LANG
wrong() {
    echo "FAILED: $*"
    failed=1
}
cat >"$work/error.c" <<'END'
#include <stdlib.h>
int cudaGetLastError(void) { return atoi(getenv("ERROR")); }
END
"${CC:-cc}" -shared -fPIC -o "$work/error.so" "$work/error.c" || exit 1
for source in chapter05/dot tools/probe; do
    "$cucc" -cudart=shared -o "$work/${source##*/}" "$root/$source.cu" || exit 1
done

# ends STATUS ERROR PROGRAM: what it says on stderr, without the reports of the device, is in `said`.
ends() {
    ERROR=$2 LD_PRELOAD=$work/error.so timeout 60 "$work/$3" >/dev/null 2>"$work/said"
    status=$?
    said=$(grep -v '^=========' "$work/said")
    [ $status = "$1" ] || wrong "$3, error $2: status $status, not $1: $said"
}
# has COUNT TEXT: so many lines, and in them this text.
has() {
    [ "$(echo "$said" | wc -l)" = "$1" ] || wrong "not $1 lines: $said"
    case $said in *"$2"*) ;; *) wrong "no '$2': $said" ;; esac
}
ends 1 222 dot
has 2 "(cudaErrorUnsupportedPtxVersion)
dot: the GPU's driver is older than this nvcc, and cannot compile its PTX. Build for this GPU (nvcc -arch=native), or with"
ends 1 209 dot
has 2 "(cudaErrorNoKernelImageForDevice)
dot: the program was built for other GPUs. Build for this one: nvcc -arch=native."
ends 1 719 dot
has 1 '(cudaErrorLaunchFailure)'
ends 78 222 probe
ends 78 209 probe
ends 77 719 probe
ends 0 0 probe

# device STATUS PRINTS SAYS: what device.sh makes of a probe that ends with this status.
mkdir "$work/gpu"
device() {
    printf '#!/bin/sh\nexit %s\n' "$1" >"$work/gpu/probe" && chmod +x "$work/gpu/probe"
    printed=$(sh "$root/tools/device.sh" "$work" 2>"$work/said")
    [ "$printed: $(cat "$work/said")" = "$2: $3" ] || wrong "device.sh, of status $1: $printed: $(cat "$work/said")"
}
device 0 gpu ''
device 77 cpu ''
device 78 cpu "run: the GPU is not used, because $work was set up for another GPU or for a newer driver; after rm -r $work it is used"
exit $failed
