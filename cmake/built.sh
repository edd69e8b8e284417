#!/bin/sh
# SPDX-License-Identifier: MIT
# built.sh DEVICE NAME: builds a program for the DEVICE, cpu or gpu, if necessary, and prints its path: a lesson, or one of
# tests/planted, NAME_mended too. Status 2: there is no such program; 1: it cannot be built, and stderr says why. BUILD is the
# build folder (build); if BUILT is set, nothing is built: the existing program is used.
set -u
root=$(realpath -- "$0") && root=${root%/cmake/built.sh}
build=${BUILD:-$root/build} device=$1 name=$2
if "$root/cmake/lesson.sh" "$name" >/dev/null; then
    target=$device/$name
elif [ -e "$root/tests/planted/$name.cu" ] || [ -e "$root/tests/planted/${name%_mended}.cu" ]; then
    target=$device/planted/$name
else
    exit 2
fi
if [ -z "${BUILT:-}" ]; then
    log=$(mktemp) || exit 1
    trap 'rm -f "$log"' EXIT
    make() {
        if [ ! -e "$build/build.ninja" ]; then
            echo "run: setting up the build folder, once: about 10 s" >&2
            (cd "$root" && cmake --preset default) >"$log" 2>&1 || return
        fi
        # on stderr, the device's compilation says how long it takes
        [ "$device" = gpu ] || cmake --build "$build" --target cpu_device >"$log" || return
        [ ! -t 2 ] || printf 'building %s ...' "$target" >&2
        cmake --build "$build" --target "$target" >"$log" 2>&1
        status=$?
        [ ! -t 2 ] || printf '\r\033[K' >&2
        return $status
    }
    make || {
        echo "$target could not be built: $(tail -n 5 "$log")" >&2
        exit 1
    }
fi
echo "$build/$target"
