#!/bin/sh
# SPDX-License-Identifier: MIT
# chapter.sh ROOT BUILD: the pages that docs/show/pages.txt names can be made, are small, and are as they should be in a
# browser; those in docs/show are of the sources of today. And a page that is broken on purpose is found to be.
set -u
root=$1 build=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

fail() {
    echo "FAILED: $*"
    exit 1
}

BUILT=1 BUILD=$build sh "$root/docs/show/show.sh" --all "$work/pages" >"$work/made" || fail "show.sh: $(cat "$work/made")"
sh "$root/tests/trace/visit.sh" "$work"/pages/*.html >"$work/visited"
status=$?
cat "$work/visited"
[ $status = 0 ] || exit $status

# what a page says of the source: both traces of it
sources() {
    sed -n '/^"sources":/,/^"places":/p' "$1"
}
while IFS=: read -r name rest; do
    case $name in '#'* | '') continue ;; esac
    page=$work/pages/$name.html
    [ -s "$page" ] || fail "$name:$rest has made no page"
    [ "$(wc -c <"$page")" -lt 2000000 ] || fail "$name.html has $(wc -c <"$page") bytes"
    grep -q '"any":true,"found":true' "$page" || fail "$name.html shows no error"
    grep -q '^"mended":' "$page" || fail "$name.html has no mended twin"
    sources "$page" >"$work/now"
    sources "$root/docs/show/$name.html" >"$work/then"
    cmp -s "$work/now" "$work/then" || fail "docs/show/$name.html is of another source: run docs/show/show.sh --all docs/show"
done <"$root/docs/show/pages.txt"

# A page whose barriers let threads pass, one that forgets a write on the way back, one whose script fails, and one that lacks
# a word.
broken() {
    sed "$1" "$work/pages/$2.html" >"$work/broken.html"
    ! cmp -s "$work/broken.html" "$work/pages/$2.html" || fail "$1 changes nothing in $2.html"
    sh "$root/tests/trace/visit.sh" "$work/broken.html" >"$work/visited" && fail "a page broken by $1 passes"
    grep -q "$3" "$work/visited" || fail "a page broken by $1: $(cat "$work/visited")"
}
broken 's/if (came === meeting.members.length)/if (came === 1)/' dot_unsynced 'the mended twin'
broken 's/where.set(key, was);/;/' dot_unsynced 'in between changes by going there and back'
broken 's/function describe(step) {/function describe(step) { nothing.there();/' dot_unsynced 'nothing is not defined'
broken "s/^    reported: '[^']*',//" dot_unsynced 'a word is missing'
