#!/bin/sh
# SPDX-License-Identifier: MIT
# release.sh, for the workflow release.yml, in the commit of the tag GITHUB_REF_NAME, which is that of the version:
# release.sh --collect PARTS: the files of a release, from what the jobs have left in the folder PARTS, in PARTS/files, with
#     their checksums in SHA256SUMS.
# release.sh --publish PARTS: if the checksums are right, makes the release, with what CHANGELOG.md says of the version, and
#     moves the tag of the major version (v1) to it. Needs gh.
set -eu
here=$(realpath -- "$0") && root=${here%/.github/release.sh}
parts=$(realpath -- "$2") files=$(realpath -- "$2")/files
tag=$GITHUB_REF_NAME version=${GITHUB_REF_NAME#v}
grep -q "^project(.* VERSION $version " "$root/CMakeLists.txt" || {
    echo "release: the tag $tag is not that of the version in CMakeLists.txt" >&2
    exit 1
}
case $1 in
--collect)
    mkdir "$files"
    tar -C "$parts/site" -czf "$files/site.tar.gz" .
    for file in "$parts"/package/*.deb "$parts"/package/*.spdx.json "$parts"/container/cucc.tar "$parts"/container/*.spdx.json; do
        cp "$file" "$files"
    done
    cd "$files"
    sha256sum -- * >../SHA256SUMS
    mv ../SHA256SUMS .
    ;;
--publish)
    cd "$files"
    [ "$(grep -c . SHA256SUMS)" = "$(find . -type f ! -name SHA256SUMS | grep -c .)" ]
    sha256sum --check --strict --quiet SHA256SUMS
    awk -v version="$version" '/^## / { on = $2 == "[" version "]"; next } on' "$root/CHANGELOG.md" >"$parts/notes"
    grep -q . "$parts/notes" || {
        echo "release: CHANGELOG.md says nothing of $version" >&2
        exit 1
    }
    gh release create "$tag" --verify-tag --title "$tag" --notes-file "$parts/notes" -- *
    major=${tag%%.*} refs=repos/$GITHUB_REPOSITORY/git/refs
    gh api --silent --method PATCH "$refs/tags/$major" -f "sha=$GITHUB_SHA" -F force=true ||
        gh api --silent --method POST "$refs" -f "ref=refs/tags/$major" -f "sha=$GITHUB_SHA"
    ;;
esac
