#!/bin/sh
# SPDX-License-Identifier: MIT
# every_picture.sh REPOSITORY [RESULTS]: bench/plots.sh draws every picture from the stored figures: whole SVG files,
# with the names of all kernels; it says in one line what is missing, be it gnuplot or a text. Needs gnuplot.
set -u
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

mkdir "$work/none"
"$plots" "$work/none" "$work/more" >/dev/null 2>"$work/err" && fail "it draws nothing, and exits with 0"
grep -q 'dot-ladder-h200.txt is not here' "$work/err" || fail "it does not say which text is missing"

for tool in sh dirname; do # a PATH that has no gnuplot
    ln -s "$(command -v $tool)" "$work/none/$tool"
done
PATH=$work/none "$plots" "$results" "$work/more" >/dev/null 2>"$work/err" && fail "without gnuplot it exits with 0"
one_line_about 'gnuplot is not here (Debian package: gnuplot-nox)'
