#!/bin/sh
# SPDX-License-Identifier: MIT
# version.sh ROOT: CITATION.cff, cucc and the newest part of CHANGELOG.md name the version of CMakeLists.txt, and the first
# and the last the same day; what ./run action writes, and the READMEs, name the tag of its first number.
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
released=$(sed -n 's/^date-released: //p' CITATION.cff)
day=$(sed -n 's/^## \[.*\] - \([0-9-]*\)$/\1/p' CHANGELOG.md | head -n 1)
[ "$released" = "${day:-no day}" ] || { echo "CHANGELOG.md dates it '$day', CITATION.cff '$released'" && exit 1; }
tag=v${version%%.*}
cpu_device/cucc --version | grep -qx "cucc $version\(, commit .*\)*" ||
    { echo "CMakeLists.txt has version $version, and cucc --version says: $(cpu_device/cucc --version | tail -n 1)" && exit 1; }
for file in README.md README.zh-CN.md; do
    grep -q "\`$tag\`" $file || { echo "$file does not name the tag $tag" && exit 1; }
done
REPOSITORY=https://github.com/somebody/cuda.git ./run action | grep -qx " *- uses: somebody/cuda@$tag" ||
    { echo "./run action does not use somebody/cuda@$tag" && exit 1; }
grep -rn 'OWNER/REPOSITORY\|git clone URL' --include="*.md" --exclude-dir=build . && echo "a reader would paste this" && exit 1
exit 0
