#!/bin/sh
# SPDX-License-Identifier: MIT
# chapter.sh ROOT BUILD K/N: makes every N-th page of tools/pages.txt, from the K-th on: each is small, and works in a
# browser.
set -u
root=$1 build=$2 first=${3%/*} step=${3#*/}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

fail() {
    echo "FAILED: $*"
    exit 1
}

sed -n '/^[^#]/s/:.*//p' "$root/tools/pages.txt" | awk -v first="$first" -v step="$step" 'NR % step == first % step' >"$work/names"
[ -s "$work/names" ] || fail "there is no page $3"
while read -r name; do
    BUILT=1 BUILD=$build sh "$root/tools/show.sh" "$work/pages" "$name" </dev/null >"$work/made" 2>&1 ||
        fail "show.sh: $(cat "$work/made")"
done <"$work/names"
sh "$root/cpu_device/tests/trace/visit.sh" "$work"/pages/*.html >"$work/visited"
status=$?
cat "$work/visited"
[ $status = 0 ] || exit $status

while read -r name; do
    page=$work/pages/$name.html
    [ -s "$page" ] || fail "$name has made no page"
    [ "$(wc -c <"$page")" -lt 2000000 ] || fail "$name.html has $(wc -c <"$page") bytes"
    grep -q '"any":true,"found":true' "$page" || fail "$name.html shows no error"
    grep -q '^"fixed":' "$page" || fail "$name.html has no fixed version"
done <"$work/names"
