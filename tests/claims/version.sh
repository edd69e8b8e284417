#!/bin/sh
# SPDX-License-Identifier: MIT
# version.sh ROOT: CITATION.cff, cucc and the newest release in CHANGELOG.md name the version of CMakeLists.txt, and the first
# and the last the same day. The READMEs name a release only if its tag exists, and what ./run action writes uses the tag of
# the version's first number if that exists, else this commit.
set -u
cd "$1" || exit 1
version=$(sed -n 's/^project(.* VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
[ -n "$version" ] || { echo "CMakeLists.txt names no version" && exit 1; }
cited=$(sed -n 's/^version: //p' CITATION.cff)
newest=$(sed -n '/\[Unreleased\]/d; s/^## \[\(.*\)\].*/\1/p' CHANGELOG.md | head -n 1)
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
exists() { # TAG
    git rev-parse -q --verify "refs/tags/$1" >/dev/null 2>&1
}
# shellcheck disable=SC2016 # code in the text
grep -o '`v[0-9][0-9.]*`' README.md README.zh-CN.md | tr -d '`' | while IFS=: read -r file named; do
    exists "$named" || echo "$file names the release $named, which has no tag"
done | grep . && exit 1
exists "$tag" || tag=$(git rev-parse HEAD 2>/dev/null) || tag=HEAD
REPOSITORY=https://github.com/somebody/cuda.git ./run action | grep -qx " *- uses: somebody/cuda@$tag" ||
    { echo "./run action does not use somebody/cuda@$tag" && exit 1; }
grep -rn 'OWNER/REPOSITORY\|git clone URL' --include="*.md" --exclude-dir=build . && echo "a reader would paste this" && exit 1
exit 0
