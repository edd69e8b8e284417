#!/bin/sh
# SPDX-License-Identifier: MIT
# built.sh DEVICE NAME: builds a program for the DEVICE, cpu or gpu, if necessary, and prints its path: a lesson, or one of
# tests/planted, NAME_mended too. Status 2: there is no such program; 1: it cannot be built, and stderr says why. BUILD is the
# build folder (build); if BUILT is set, nothing is built: the existing program is used.
set -u
case ${CPU_DEVICE_LANGUAGE:-${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}} in zh*) chinese=yes ;; *) chinese= ;; esac
say() { # ENGLISH CHINESE
    [ -z "$chinese" ] || shift
    printf %s "$1" >&2
}
root=$(realpath -- "$0") && root=${root%/tools/built.sh}
build=${BUILD:-$root/build} device=$1 name=$2
if "$root/tools/lesson.sh" "$name" >/dev/null; then
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
            say 'run: setting up the build folder, once: about 10 s
' 'run: 正在准备构建目录，只需一次：大约 10 秒
'
            (cd "$root" && cmake --preset default) >"$log" 2>&1 || return
        fi
        # on stderr, the device's compilation says how long it takes
        [ "$device" = gpu ] || cmake --build "$build" --target cpu_device >"$log" || return
        [ ! -t 2 ] || say "building $target ..." "正在构建 $target ……"
        cmake --build "$build" --target "$target" >"$log" 2>&1
        status=$?
        [ ! -t 2 ] || printf '\r\033[K' >&2
        return $status
    }
    make || {
        say "$target could not be built: $(tail -n 5 "$log")
" "$target 构建失败：$(tail -n 5 "$log")
"
        exit 1
    }
fi
echo "$build/$target"
