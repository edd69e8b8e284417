#!/bin/sh
# SPDX-License-Identifier: MIT
# find_package.sh BUILD SOURCE: the installation is a complete compiler, and a project finds it. For that, the installed
# folder is replaced by a link to SOURCE/cpu_device, whose device is already built.
set -eu
build=$1 source=$2
projects=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" --component cucc >"$work/log" 2>&1 || {
    cat "$work/log"
    exit 1
}
installed=$work/prefix/lib/cpu_device/cpu_device
# CMake's own files stay behind; the licence is in share/doc
diff -r --exclude=CMakeLists.txt --exclude=cmake --exclude=package --exclude=bench --exclude=tests --exclude=LICENSE \
    "$source/cpu_device" "$installed" || {
    echo "FAILED: what is installed is not what the source folder has"
    exit 1
}
rm -r "$installed"
ln -s "$source/cpu_device" "$installed"
sh "$projects/projects.sh" "$work/prefix/bin/cucc" find_package
