#!/bin/sh
# SPDX-License-Identifier: MIT
# built.sh NAME: builds a program if necessary, and prints its device, cpu or gpu, and its path: a lesson, or one of
# cpu_device/tests/planted, NAME_fixed too. built.sh --cpu NAME: for the CPU device, even if there is a GPU. Exit status: 2 there is no such
# program; 1 it cannot be built, and stderr says why. BUILD is the build folder (build); if BUILT is set, nothing is built.
set -u
here=$(realpath -- "$0") && here=${here%/*} && root=${here%/tools}
# shellcheck disable=SC1091 # say.sh is not checked by itself
. "$here/say.sh"
build=${BUILD:-$root/build} device=
[ "$1" != --cpu ] || { device=cpu && shift; }
name=$1

target=$name
if source=$("$here/lessons.sh" "$name"); then
    :
elif [ -e "$root/cpu_device/tests/planted/$name.cu" ] || [ -e "$root/cpu_device/tests/planted/${name%_fixed}.cu" ]; then
    source=cpu_device/tests/planted/${name%_fixed}.cu target=planted/$name
    device=cpu
else
    exit 2
fi

log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
trap 'exit 1' HUP INT TERM

failed() {
    say "$name could not be built: $(tail -n 5 "$log")" "$name 构建失败：$(tail -n 5 "$log")"
    exit 1
}

# The Debian packages for want of which CMake left the program out.
needs() {
    sed -n "s/^$name //p" "$build/not_built.txt" 2>/dev/null
}

# Without CMake or Ninja: by cucc alone.
build_directly() {
    defined=
    case $target in *_fixed) defined=-DFIXED ;; esac
    mkdir -p "$(dirname -- "$build/cpu/$target")"
    # shellcheck disable=SC2046,SC2086 # words
    (cd "$root" && CUCC_BUILD="$build/cucc" with_progress "$(text "building $name" "正在构建 $name")" cpu_device/cucc $defined -o "$build/cpu/$target" "$source" \
        $("$here/libraries.sh" "$root/$source")) || failed
}

if [ -z "${BUILT:-}" ]; then
    "$here/packages.sh" program --quiet "$name" "$root/$source" || exit 1
    "$here/configure.sh" "$build"
    case $? in
    0)
        [ -n "$device" ] || device=$("$here/device.sh" "$build")
        if [ "$device" = gpu ] && ! ninja -C "$build" -t query "gpu/$target" >/dev/null 2>&1; then
            device=cpu # it needs NCCL, say, or a newer GPU
        fi
        if [ "$device" = cpu ] && [ -n "$(needs)" ]; then # packages may have come
            "$here/configure.sh" "$build" --again >/dev/null || exit 1
        fi
        if [ "$device" = cpu ] && [ -n "$(needs)" ]; then
            say "$name needs Debian packages that are missing here: $(needs)" "$name 需要这里没有的 Debian 软件包：$(needs)"
            exit 1
        fi
        # what a full disk left: the shell would run it without a word
        [ -s "$build/$device/$target" ] || rm -f "$build/$device/$target"
        with_progress "$(text "building $name" "正在构建 $name")" cmake --build "$build" --target "$device/$target" || failed
        ;;
    2)
        device=cpu
        build_directly
        ;;
    *) exit 1 ;;
    esac
fi
[ -n "$device" ] || device=$("$here/device.sh" "$build")
[ -x "$build/$device/$target" ] || device=cpu
echo "$device $build/$device/$target"
