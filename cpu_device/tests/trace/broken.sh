#!/bin/sh
# SPDX-License-Identifier: MIT
# broken.sh ROOT BUILD: in a browser, pages that are broken on purpose are recognized as broken.
set -u
root=$1 build=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

fail() {
    echo "FAILED: $*"
    exit 1
}

for name in dot_unsynced visibility; do
    BUILT=1 BUILD=$build sh "$root/tools/show.sh" "$work/pages" $name >"$work/made" 2>&1 || fail "show.sh: $(cat "$work/made")"
done

# A page whose barriers let threads pass, one that forgets a write on the way back, one whose script fails, one that lacks a
# word, and one whose source is higher than the window.
mkdir "$work/broken"
broken() { # NAME PAGE CHANGE
    sed "$3" "$work/pages/$2.html" >"$work/broken/$1.html"
    ! cmp -s "$work/broken/$1.html" "$work/pages/$2.html" || fail "$3 changes nothing in $2.html"
}
broken passing dot_unsynced 's/if (came === joint.members.length)/if (came === 1)/'
broken forgetful dot_unsynced 's/where.set(key, was);/;/'
broken script visibility 's/^  describe(step, cells) {/&nothing.there();/'
broken silent visibility "s/^    reported: _('[^']*'),//"
broken higher dot_unsynced 's/^#source { flex.*overflow: auto;/#source {/'
sh "$root/cpu_device/tests/trace/visit.sh" "$work/pages/visibility.html" "$work"/broken/*.html >"$work/visited"
status=$?
cat "$work/visited"
case $status in
0) fail "the broken pages pass" ;;
77) exit 77 ;;
esac
grep -qx 'ok visibility.html' "$work/visited" || fail "the page that is not broken does not pass"
for said in 'passing.html: .*the fixed version' 'forgetful.html: .*in between changes by going there and back' \
    'script.html: .*nothing is not defined' 'silent.html: .*a word is missing' \
    'higher.html: .*1280x720, race: the active line leaves the window'; do
    grep -q "^FAILED $said" "$work/visited" || fail "it is not said of the broken page: $said"
done
