#!/bin/sh
# SPDX-License-Identifier: MIT
# configure.sh BUILD [--again]: has CMake set up the build folder, unless it is; --again in any case, for packages may have come.
# A folder that was copied or moved with its checkout is set up anew. Exit status: 0; 1 CMake failed, and stderr says why; 2 there is no
# CMake 3.25 or no Ninja here, or no CMake project, as in what a course hands out.
set -u
here=$(realpath -- "$0") && here=${here%/*} && root=${here%/tools}
# shellcheck disable=SC1091 # say.sh is not checked by itself
. "$here/say.sh"
build=$1

# Where CMake set the folder up: this checkout and this folder?
belongs_here() {
    [ -e "$build/build.ninja" ] &&
        [ "$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$build/CMakeCache.txt")" = "$root" ] &&
        [ "$(sed -n 's/^CMAKE_CACHEFILE_DIR:INTERNAL=//p' "$build/CMakeCache.txt")" = "$(realpath -- "$build")" ]
}

[ -e "$root/CMakePresets.json" ] || exit 2
fresh=--fresh
if belongs_here 2>/dev/null; then
    [ "${2:-}" = --again ] || exit 0
    fresh=
fi
cmake --version 2>/dev/null | grep -Eq ' (3\.(2[5-9]|[3-9][0-9])|[4-9])\.?' && ninja --version >/dev/null 2>&1 || exit 2
if [ -z "$fresh" ]; then
    :
elif [ -e "$build/CMakeCache.txt" ]; then
    say "the build folder was made elsewhere; setting it up anew" "构建目录是在别处建立的，重新准备"
else
    say "setting up the build folder, once" "正在准备构建目录，只需一次"
fi
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
trap 'exit 1' HUP INT TERM
cd "$root" || exit 1
# shellcheck disable=SC2086 # an option, or nothing
if with_progress cmake cmake $fresh --preset default -B "$build"; then
    [ "${2:-}" != --again ] || grep -E '^-- .*(missing|not here|not built|left out|GPU programs)' "$log" | sed 's/^-- /run: /'
    exit 0
fi
say "CMake failed: $(grep -A 3 -m 1 'CMake Error' "$log" | tr '\n' ' ')" "CMake 失败：$(grep -A 3 -m 1 'CMake Error' "$log" | tr '\n' ' ')"
exit 1
