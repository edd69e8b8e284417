#!/bin/sh
# SPDX-License-Identifier: MIT
# houses.sh REPOSITORY: which folders at the top include files of which others. Lessons include common, apps include exercises,
# the device's headers and the library of its runs; the device includes nothing of the others, but for a test of options.h that a copy of the device alone leaves out; and
# nothing includes a file of apps. First, arrows that are not allowed must be found.
set -u
allowed='apps -> cpu_device/include
apps -> cpu_device/runs
apps -> exercises
bench -> common
chapter05 -> common
cpu_device/tests -> common
gpus -> common
modern -> common
tests -> common
tools -> common'

# arrows: of the sources in this folder, "HOUSE -> HOUSE", once each.
arrows() {
    grep -rnE --include='*.c' --include='*.h' --include='*.cpp' --include='*.cu' --include='*.cuh' \
        '^ *# *include "(\.\./)+' apps bench chapter05 common cpu_device exercises gpus modern tests tools |
        sed -E 's,^([^:]*)/[^:/]*:[0-9]+: *# *include "([^"]*)".*,\1/\2,' |
        awk -F / 'function room(house, folder) { return house == "cpu_device" ? house "/" folder : house }
        {
            depth = 0
            for (i = 1; i <= NF; i++) if ($i == "..") depth--; else folder[++depth] = $i
            if ($1 != folder[1]) print room($1, $2) " -> " room(folder[1], folder[2])
        }' | sort -u
}

cd "$1" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
echo "$allowed" >"$work/allowed"
(
    cd "$work" && mkdir -p apps/grader bench chapter05 common cpu_device/src/run exercises gpus modern tests tools
    echo '#include "../../../apps/grader/judging.h"' >cpu_device/src/run/core.h
    echo '#include "../../cpu_device/src/run/core.h"' >apps/grader/judging.h
    echo '#include "../common/book.h"' >chapter05/dot.cu
    arrows | grep -vxF -f "$work/allowed" | tr '\n' ';'
) >"$work/planted"
[ "$(cat "$work/planted")" = 'apps -> cpu_device/src;cpu_device/src -> apps;' ] || {
    echo "arrows that are not allowed are not found: $(cat "$work/planted")"
    exit 1
}
found=$(arrows | grep -vxF -f "$work/allowed")
[ -z "$found" ] || { echo "FAILED: $found" && exit 1; }
