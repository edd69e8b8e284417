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
# A page whose barriers let threads pass, one that forgets a write on the way back, one whose script fails, and one that lacks
# a word.
mkdir "$work/broken"
broken() { # NAME CHANGE
    sed "$2" "$work/pages/dot_unsynced.html" >"$work/broken/$1.html"
    ! cmp -s "$work/broken/$1.html" "$work/pages/dot_unsynced.html" || fail "$2 changes nothing in dot_unsynced.html"
}
broken passing 's/if (came === meeting.members.length)/if (came === 1)/'
broken forgetful 's/where.set(key, was);/;/'
broken script 's/function describe(step) {/function describe(step) { nothing.there();/'
broken silent "s/^    reported: '[^']*',//"
sh "$root/tests/trace/visit.sh" "$work"/pages/*.html "$work"/broken/*.html >"$work/visited"
status=$?
cat "$work/visited"
case $status in
0) fail "the broken pages pass" ;;
77) exit 77 ;;
esac
for page in "$work"/pages/*.html; do
    grep -qx "ok ${page##*/}" "$work/visited" || fail "${page##*/}"
done
for said in 'passing.html: .*the mended twin' 'forgetful.html: .*in between changes by going there and back' \
    'script.html: .*nothing is not defined' 'silent.html: .*a word is missing'; do
    grep -q "^FAILED $said" "$work/visited" || fail "it is not said of the broken page: $said"
done

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
