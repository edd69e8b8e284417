#!/bin/sh
# SPDX-License-Identifier: MIT
# build_directly.sh BUILD: builds the lessons for the CPU device where there is no CMake or no Ninja: with cucc alone, several
# at a time. BUILD/not_built.txt lists those that cannot be built, with the Debian packages that they need.
set -u
here=$(realpath -- "$0") && here=${here%/*} && root=${here%/tools}
build=$1
export BUILD="$build"
mkdir -p "$build" && : >"$build/not_built.txt" || exit 1

"$root/cpu_device/cucc" --thrust >/dev/null 2>&1 && libcu=yes || libcu=
# The source, and the headers beside it that it includes.
sources_of() {
    echo "$root/$1.cu"
    sed -n 's|^#include "\([a-z_]*[.]h\)"|\1|p' "$root/$1.cu" | sed "s|^|$root/${1%/*}/|"
}
"$here/lessons.sh" | while read -r lesson _; do
    name=${lesson#*/}
    if [ "$name" = dot_hosts ]; then
        echo "$name cmake ninja-build libopenmpi-dev openmpi-bin" >>"$build/not_built.txt"
    elif [ -z "$libcu" ] && sources_of "$lesson" | xargs -d '\n' cat | grep -Eq '^#include <(cuda|thrust)/'; then
        echo "$name libthrust-dev libcu++-dev" >>"$build/not_built.txt"
    else
        echo "$name"
    fi
done >"$build/lessons.txt"
CUCC_BUILD=$build/cucc "$root/cpu_device/cucc" --build || exit 1
xargs -P "$(nproc)" -n 1 "$here/built.sh" --cpu <"$build/lessons.txt" >/dev/null
