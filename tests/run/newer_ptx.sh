#!/bin/sh
# SPDX-License-Identifier: MIT
# newer_ptx.sh ROOT NVCC: on a GPU, a program whose PTX is newer than the driver, and one that was built for another GPU, say what
# helps; built with -arch=native it is right; and the probe's status says which of these it was. The PTX is nvcc's own: its steps
# (--dryrun), with another .version in between.
set -u
root=$1 nvcc=$2 failed=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
PATH=$(dirname "$nvcc"):$PATH
wrong() {
    echo "FAILED: $*"
    failed=1
}

# newer_ptx SOURCE PROGRAM
newer_ptx() {
    (
        cd "$work" || exit 1
        "$nvcc" -O2 --keep --keep-dir "$work" --dryrun -gencode arch=compute_75,code=compute_75 -o "$2" "$1" 2>&1 |
            sed -e 's/^#\$ //' -e 's/^\([A-Z_]*\)= *\([^"].*\)$/\1="\2"/' -e '/^SYSTEM_INCLUDES=/d' |
            awk '{ print } /\/cicc" / { print "sed -i \"s/^[.]version .*/.version 9.9/\" *.ptx && grep -q \"^.version 9.9\" *.ptx" }' >steps.sh
        sh steps.sh >steps.log 2>&1
        rm -f ./*.ptx
        [ -x "$2" ]
    ) || wrong "$2 could not be built: $(tail -n 3 "$work/steps.log")"
}

# ends STATUS TEXT PROGRAM
ends() {
    timeout 60 "$work/$3" >"$work/said" 2>&1
    status=$?
    [ $status = "$1" ] || wrong "$3: status $status, not $1: $(cat "$work/said")"
    grep -qF -- "$2" "$work/said" || wrong "$3: no '$2': $(cat "$work/said")"
}

"$nvcc" -O2 -arch=native -o "$work/probe_native" "$root/tools/probe.cu" || exit 1
other=75
[ "$("$work/probe_native" | head -n 1)" != 75 ] || other=80
for name in chapter05/dot tools/probe; do
    newer_ptx "$root/$name.cu" "${name#*/}_newer_ptx"
    "$nvcc" -O2 -gencode arch=compute_$other,code=sm_$other -o "$work/${name#*/}_other_gpu" "$root/$name.cu" || wrong "nvcc: $name"
done
"$nvcc" -O2 -arch=native -o "$work/dot_native" "$root/chapter05/dot.cu" || wrong "nvcc: dot for this GPU"
ends 1 "dot_newer_ptx: the GPU's driver is older than this nvcc" dot_newer_ptx
ends 1 'dot_other_gpu: the program was built for other GPUs' dot_other_gpu
ends 0 'is exact' dot_native
ends 78 'unsupported toolchain' probe_newer_ptx
ends 78 'no kernel image' probe_other_gpu
ends 0 '' probe_native
exit $failed
