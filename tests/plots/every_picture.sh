#!/bin/sh
# SPDX-License-Identifier: MIT
# every_picture.sh REPOSITORY [RESULTS]: bench/plots.sh draws every picture from the stored figures: complete SVG files,
# with the names of all kernels. If gnuplot or a text is missing, it says so in one line. host_sync.gp draws a time
# line. Needs gnuplot.
set -u
repository=$1
plots=$1/bench/plots.sh
results=${2:-$1/docs/results}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

one_line_about() {
    if [ "$(wc -l <"$work/err")" != 1 ] || ! grep -q "$1" "$work/err"; then
        fail "not one line about $1: $(cat "$work/err")"
    fi
}

"$plots" "$results" "$work/pictures" >"$work/out" 2>"$work/err" || fail "exit status $?: $(cat "$work/err")"
[ ! -s "$work/err" ] || fail "it complains: $(cat "$work/err")"
for picture in row-column-ladder dot-ladder dot-blocks peers-size peers-shape memory-reads; do
    svg=$work/pictures/$picture.svg
    [ -s "$svg" ] || fail "there is no $picture.svg"
    if ! head -n 1 "$svg" | grep -q '^<?xml' || ! grep -q '^</svg>' "$svg"; then
        fail "$picture.svg is cut off"
    fi
    if command -v xmllint >/dev/null; then
        xmllint --noout "$svg" || fail "$picture.svg is not well-formed"
    fi
    if grep -qi 'nan' "$svg"; then
        fail "$picture.svg has places that are no numbers"
    fi
done

# The bars: each kernel of the tables has one.
for ladder in row-sums-h200:row-column-ladder column-sums-h200:row-column-ladder dot-ladder-h200:dot-ladder; do
    svg=$work/pictures/${ladder#*:}.svg
    awk -F, 'NF == 11 && $4 + 0 > 0 && $2 !~ /^for comparison/ { print $2 }' "$results/${ladder%:*}.txt" >"$work/names"
    [ -s "$work/names" ] || fail "${ladder%:*}.txt has no table"
    while read -r name; do
        grep -qF "$(echo "$name" | sed "s/'/\&#39;/g")" "$svg" || grep -qF "$name" "$svg" || fail "${svg##*/} has no '$name'"
    done <"$work/names"
done

# The time line of host_sync: a bar for each line, and the numbers of those that are long enough.
{
    echo 'lane, call or kernel, from, to, the host reads'
    for call in 0 10 20 30 40 50 60 70 80 90; do
        echo "host , call , $call.00 , $((call + 10)).00 , 0 too early"
    done
    for kernel in 1 2 3 4 5; do
        echo "stream $((kernel % 2 + 1)) , kernel $kernel , $((kernel * 10)).00 , $((kernel * 10 + 10)).00 ,"
    done
} >"$work/line.csv"
draw_line() {
    gnuplot -e "input='$1'; output='$work/line.svg'" "$repository/bench/plots/host_sync.gp" 2>"$work/err"
}
draw_line "$work/line.csv" || fail "no time line: $(cat "$work/err")"
for colour in 204,51,17:10 51,102,204:2 119,68,170:3; do
    bars=$(tr -d ' ' <"$work/line.svg" | grep -cF "fill='rgb(${colour%:*})'")
    [ "$bars" = "${colour#*:}" ] || fail "the time line has $bars bars of the colour ${colour%:*}"
done
head -n 12 "$work/line.csv" >"$work/short.csv"
draw_line "$work/short.csv" && fail "half a time line is drawn"
grep -q 'is no time line' "$work/err" || fail "it does not say that half a time line is none"

mkdir "$work/none"
"$plots" "$work/none" "$work/more" >/dev/null 2>"$work/err" && fail "it draws nothing, and exits with 0"
grep -q 'dot-ladder-h200.txt is not here' "$work/err" || fail "it does not say which text is missing"

for tool in sh dirname; do # a PATH that has no gnuplot
    ln -s "$(command -v $tool)" "$work/none/$tool"
done
PATH=$work/none "$plots" "$results" "$work/more" >/dev/null 2>"$work/err" && fail "without gnuplot it exits with 0"
one_line_about 'gnuplot is not here (Debian package: gnuplot-nox)'
