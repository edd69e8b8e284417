#!/bin/sh
# SPDX-License-Identifier: MIT
# site.sh ROOT BUILD WALK: the site, as ./run site makes it, of two programs: every link and anchor leads somewhere; every page,
# read in a browser from the file at the width of a phone, has no error and is not too wide; the race is on the first screen,
# plays, and is there in time. Then pages are broken, and each is noticed. WALK is walk.c.
set -u
root=$1 build=$2 walk=$3
here=$(realpath -- "$0") && here=${here%/*}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 1
failed=0
wrong() {
    echo "$*"
    failed=1
}

# what the demo would leave
mkdir report pictures
for program in dot 'dot_unsynced --runs 5'; do
    name=${program%% *}
    # shellcheck disable=SC2086 # words
    "$build/cpu/"$program >"report/$name.out" 2>"report/$name.err"
    printf '%s\tCPU\tverified\t%s\n' "$name" "$(tail -n 1 "report/$name.out")" >>table
done
BUILT=1 BUILD=$build sh "$root/tools/show.sh" show dot_unsynced >log 2>&1 || wrong "show.sh: $(cat log)"
REPOSITORY=https://example.org/somebody/cuda sh "$root/tools/report.sh" "$work/table" >log 2>&1 || wrong "report.sh: $(cat log)"
sh "$root/tools/site.sh" "$work" >log 2>&1 || wrong "site.sh: $(cat log)"
cat log

has() { # PAGE TEXT
    grep -qF -- "$2" "site/$1" || wrong "$1 has no $2"
}
has index.html 'git clone https://example.org/somebody/cuda cuda'
has chapter05/README.html '<iframe loading=lazy src="../trace-dot_unsynced.html#lecture&amp;play"'
has chapter05/README.zh-CN.html '<iframe loading=lazy src="../trace-dot_unsynced.html#lecture&amp;play"'
has chapter05/README.html 'id="the-dot-product-at-the-memorys-limit-dot_laddercu"'
has chapter05/dot.cu.html '<span id=L3>3</span>'
for exercise in "$root"/exercises/*.cu; do
    name=${exercise##*/}
    [ "$(grep -c '<details class=hint>' "site/exercises/$name.html")" = 3 ] || wrong "$name has not three hints, folded"
done
for text in "$root"/docs/*.md "$root"/cpu_device/*.md "$root"/gpus/*.md "$root"/exercises/*.md; do
    page=${text#"$root/"} && page=site/${page%.md}.html
    [ -s "$page" ] || wrong "there is no page of $text"
done
sh "$here/links.sh" site >log || wrong "$(cat log)"
tail -n 1 log

pages() {
    (cd "$1" && find . -name '*.html' ! -name 'trace-*' | sed 's|^\./||' | sort)
}
pages site | timeout 1500 "$walk" "$work/site" >log || wrong "$(cat log)"
tail -n 1 log

# The first page weighs little, and its race is there in less than two seconds on a slow processor.
size=$(cat site/index.html site/page.css site/page.js site/trace-dot_unsynced.html | wc -c)
[ "$size" -lt 1000000 ] || wrong "the first page has $size bytes"
timeout 300 "$walk" --time "$work/site" >figures || wrong "walk --time: status $?"
read -r thread clock <figures
echo "first page: $size bytes; the race after $thread ms of work, by the clock $clock ms"
[ "${thread:-9999}" -lt 2000 ] || wrong "the race takes too long"

# What must be noticed.
mkdir broken
cp -R site/index.html site/page.css site/page.js site/trace-dot_unsynced.html broken
cat >broken/other.html <<'END'
<!doctype html><title>broken</title><p style="width:500px">wide</p><img src="none.png"><a href="index.html#nowhere">x</a>
<script>console.error('said'); throw new Error('thrown');</script>
END
sh "$here/links.sh" broken >log
for problem in 'other.html: no page none.png' 'other.html: no anchor index.html#nowhere' 'index.html: no page chapter05/README.html'; do
    grep -qxF "$problem" log || wrong "links.sh does not notice: $problem"
done
sed -i 's/&amp;play/&amp;wait/' broken/index.html
pages broken | timeout 300 "$walk" "$work/broken" >log && wrong "walk notices nothing"
for problem in 'said' 'thrown' 'pixels wide' 'there is no none.png' 'the race does not play'; do
    grep -q "$problem" log || wrong "walk does not notice: $problem"
done
exit $failed
