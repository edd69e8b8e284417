#!/bin/sh
# SPDX-License-Identifier: MIT
# site.sh ROOT BUILD [AXE]: the site, as ./run site makes it, of two programs, and with a page in the playground's place: it has what
# it must have, and nothing is wrong with its pages (walk.mjs). Then pages are broken, and each error must be noticed. With
# AXE, axe.min.js of the npm package axe-core: that finds nothing either.
set -u
root=$1 build=$2 axe=${3:-}
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

# what the demo and ./run playground would leave
mkdir report pictures playground
"$build/cpu/dot_unsynced" --runs 5 >report/dot_unsynced.out 2>report/dot_unsynced.err
"$build/cpu/shared_bitmap_unsynced" --save pictures/shared_bitmap_unsynced.png >report/shared_bitmap_unsynced.out 2>report/shared_bitmap_unsynced.err
BUILT=1 BUILD=$build sh "$root/tools/show.sh" show shared_bitmap_unsynced >log 2>&1 || wrong "show.sh: $(cat log)"
echo '<!doctype html><title>playground</title><a href="../index.html" id="home" hidden>The chapter</a>' >playground/index.html
echo chapter05/dot.cu >playground/programs.txt
REPOSITORY=https://example.org/somebody/cuda sh "$root/tools/site.sh" . >log 2>&1 || wrong "site.sh: $(cat log)"
cat log
[ -z "$axe" ] || exec timeout 1500 node "$here/walk.mjs" site "$axe"

has() { # PAGE TEXT
    grep -qF -- "$2" "site/$1" || wrong "$1 has no $2"
}
has index.html 'git clone https://example.org/somebody/cuda cuda'
has index.html 'writes at shared_bitmap_unsynced.cu:'
has chapter05/shared_bitmap.html '<iframe loading="lazy" src="../trace-shared_bitmap_unsynced.html#lecture&amp;play"'
has zh/chapter05/shared_bitmap.html '<iframe loading="lazy" src="../../trace-shared_bitmap_unsynced.html#lecture&amp;play"'
has chapter05/dot_ladder.html 'id="how-many-blocks-dot_blockscu"'
has chapter05/dot.html 'href="shared_per_block.html"'
has zh/chapter05/dot.html 'href="shared_per_block.html"'
has chapter05/dot_blocks.cu.html 'href="dot_ladder.html"'
has exercises/branch.cu.html 'href="../chapter05/dot_divergent.html"'
has chapter05/dot.cu.html 'playground/index.html#program=chapter05/dot.cu'
has chapter05/dot_unsynced.cu.html 'reads at dot_unsynced.cu:'
has chapter05/dot_unsynced.cu.html 'class="hll"'
grep -q 'id="home" hidden' site/playground/index.html && wrong "the playground does not lead back"
for exercise in "$root"/exercises/*.cu; do
    name=${exercise##*/}
    [ "$(grep -c '<details><summary>Hint' "site/exercises/$name.html")" = 3 ] || wrong "$name has not three hints, folded"
done
timeout 1500 node "$here/walk.mjs" site >log || wrong "$(cat log)"
tail -n 3 log

# What must be noticed.
cat >site/SECURITY.html <<'END'
<!doctype html><title></title><p style="width:1500px">wide</p><img src="none.png"><a href="index.html#nowhere">x</a>
<pre style="overflow: auto; width: 50px">a line that is long</pre><script>console.error('said'); throw new Error('thrown');</script>
END
yes '<p>' | head -n 100000 >>site/SECURITY.html
sed -i 's/class="hll"/class="all"/; s/shared_bitmap_live.png/no.png/' site/index.html
timeout 1500 node "$here/walk.mjs" site >log && wrong "walk.mjs notices nothing"
for problem in said thrown 'pixels wide' 'no page none.png' 'no anchor index.html#nowhere' 'cannot be focused' 'it has no title' \
    'bytes' 'no page chapter05/no.png' 'not on the first screen: .first .hll'; do
    grep -q "$problem" log || wrong "walk.mjs does not notice: $problem"
done
exit $failed
