#!/bin/sh
# SPDX-License-Identifier: MIT
# report_page.sh ROOT BUILD: the page at the end of the demo, made of some of its programs: it has their rows, outputs and
# reports, links to launches and pictures that are there, and never takes a program's output for markup.
set -u
root=$1 build=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
wrong() {
    echo "$*"
    failed=1
}
ln -s "$build/cpu" "$build/cucc" .
cat >lessons <<'END'
chapter05/dot right
chapter05/dot_unsynced luck --runs 5
chapter05/row_sums right
chapter05/shared_bitmap_unsynced wrong --save pictures/shared_bitmap_unsynced.png
chapter05/nothing_here right
END
echo 'nothing_here libnothing-dev' >not_built.txt
sh "$root/tools/demo.sh" . png "$work/lessons" >log 2>&1 || wrong "demo.sh: $(cat log)"
grep -q '^nothing_here *- *not built *missing Debian packages: libnothing-dev$' log || wrong "what is not built has no row: $(cat log)"
tail -n 1 log | grep -q "page: $work/report/index.html\$" || wrong "it does not name the page: $(tail -n 1 log)"

has() { # PATTERN
    grep -q -- "$1" report/index.html || wrong "the page has no $1"
}
has '<td><a href="#dot">dot</a><td><span class="status right">✓ verified</span><td>CPU<td><td>Yes: '
has '<img class=small src="../pictures/shared_bitmap_unsynced.png"'
has '<td><span class="status purpose">✗ wrong, on purpose</span><td>CPU<td>'
has '<td>nothing_here<td><span class="status absent">– not built</span><td>-<td><td>missing Debian packages'
has '^=========     thread (0,0,0) reads at dot_unsynced.cu:'
# the rows of a ladder as bars, of what the CPU device counts and of what a GPU measures
has '<tr><td>one thread a row<td><span style="width:100.0%"></span><td>262144$'
has '^<tr><td>through a tile 33 wide<td><span style="width:12.5%"></span><td>32768$'
grep -o '\(href\|src\)="[^"]*"' report/index.html | sed 's/^[^"]*"//; s/"$//' >links
for link in show/dot_unsynced.html pictures/shared_bitmap_unsynced.png; do
    grep -qxF "../$link" links || wrong "nothing leads to $link"
done
while IFS= read -r link; do
    case $link in
    '#'*) has "id=\"${link#?}\"" ;;
    *) [ -s "report/$link" ] || wrong "there is no $link" ;;
    esac
done <links
printf '%-28s %15s %15s %7s\n' rows ms GB/s wrong slow 4 25.5 0 fast 1 102 0 >report/dot.out
echo '<script>document.title = "broken"</script> & more' >>report/dot.out
printf 'dot\tCPU\tverified\t<i>a & b</i>\n' >table
sh "$root/tools/report.sh" table || wrong "report.sh: status $?"
has '&lt;script&gt;document.title'
has '&lt;i&gt;a &amp; b'
has '<td>slow<td><span style="width:25.0%"></span><td>26$'
exit $failed
