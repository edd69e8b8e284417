#!/bin/sh
# SPDX-License-Identifier: MIT
# version.sh ROOT: CITATION.cff and the newest part of CHANGELOG.md name the version of CMakeLists.txt.
set -u
cd "$1" || exit 1
version=$(sed -n 's/^project(.* VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
[ -n "$version" ] || { echo "CMakeLists.txt names no version" && exit 1; }
cited=$(sed -n 's/^version: //p' CITATION.cff)
newest=$(sed -n 's/^## \[\(.*\)\].*/\1/p' CHANGELOG.md | head -n 1)
[ "$cited $newest" = "$version $version" ] || {
    echo "CMakeLists.txt has version $version, CITATION.cff $cited, CHANGELOG.md $newest"
    exit 1
}
