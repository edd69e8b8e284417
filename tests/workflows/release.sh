#!/bin/sh
# SPDX-License-Identifier: MIT
# release.sh ROOT: .github/release.sh, with a gh that writes down how it is called: a release has all files with their
# checksums, and moves the tag v1; another tag, a missing part, or a changed file is refused.
set -u
root=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
wrong() {
    echo "$*"
    failed=1
}
# make_parts: what the jobs leave.
make_parts() {
    rm -rf parts
    mkdir -p parts/site parts/package parts/container
    for file in site/index.html package/cpu-device_1_amd64.deb package/cpu-device.deb.spdx.json container/cucc.tar \
        container/cucc.tar.spdx.json; do
        echo "$file" >"parts/$file"
    done
}
mkdir bin
# shellcheck disable=SC2016 # for the script
printf '#!/bin/sh\necho "gh $*" >>"%s/calls"\n[ ! -e "%s/no_tag" ] || [ "$4" != PATCH ]\n' "$work" "$work" >bin/gh
chmod +x bin/gh
version=$(sed -n 's/^project(.* VERSION \([0-9.]*\) .*/\1/p' "$root/CMakeLists.txt")
export PATH="$work/bin:$PATH" GITHUB_REPOSITORY=somebody/cuda GITHUB_SHA=0123456789 GITHUB_REF_NAME="v$version"
release() {
    "$root/.github/release.sh" "$@" parts >log 2>&1
}

make_parts
GITHUB_REF_NAME=v0.0.1 release --collect && wrong "a tag that is not that of the version"
for part in site package/*.deb package/*.spdx.json container/cucc.tar container/*.spdx.json; do
    make_parts
    # shellcheck disable=SC2086 # a pattern
    rm -r parts/$part
    release --collect && wrong "a release without $part"
done
make_parts
release --collect || wrong "--collect: $(cat log)"
for file in site.tar.gz cpu-device_1_amd64.deb cpu-device.deb.spdx.json cucc.tar cucc.tar.spdx.json; do
    grep -q "^[0-9a-f]\{64\}  $file\$" parts/files/SHA256SUMS || wrong "no sum of $file"
done
echo other >>parts/files/cucc.tar
release --publish && wrong "a file that was changed is published"
cp parts/container/cucc.tar parts/files
echo more >parts/files/more
release --publish && wrong "a file without a sum is published"
rm parts/files/more
[ ! -e calls ] || wrong "gh was called: $(cat calls)"
release --publish || wrong "--publish: $(cat log)"
grep -q "^gh release create v$version --verify-tag .* -- SHA256SUMS cpu-device.deb.spdx.json .* site.tar.gz$" calls || wrong "no release: $(cat calls)"
grep -q "^gh api .* PATCH repos/somebody/cuda/git/refs/tags/${GITHUB_REF_NAME%%.*} -f sha=0123456789 -F force=true$" calls || wrong "the tag is not moved: $(cat calls)"
grep -q POST calls && wrong "a tag that is there is made"
grep -q '^### ' parts/notes || wrong "the notes: $(cat parts/notes)"
grep -q '^## ' parts/notes && wrong "the notes of other versions"
touch no_tag
release --publish || wrong "--publish, for the first time: $(cat log)"
grep -q "^gh api .* POST repos/somebody/cuda/git/refs -f ref=refs/tags/${GITHUB_REF_NAME%%.*} -f sha=0123456789$" calls || wrong "the tag is not made: $(cat calls)"
exit $failed
