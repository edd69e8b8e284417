#!/bin/sh
# SPDX-License-Identifier: MIT
# thousand.sh GRADE CUCC_BUILD: grades 1,000 submissions in one run: right ones, wrong ones, and files with made-up
# names and texts. Each has its row, the right ones pass, and the machine's memory stays bounded. GRADE is
# exercises/grade.sh.
set -u
grade=$1
export CUCC_BUILD="$2"
here=$(realpath -- "$0") && here=${here%/*}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
failed=0
wrong() {
    echo "$*"
    failed=1
}
mkdir "$work/course" "$work/tmp"

# 500 of the table and the solutions, and 500 with names and texts of random bytes, always the same
i=0
while [ $i -lt 500 ]; do
    for file in "$here"/right/*.cu "$here"/wrong/*.cu; do
        [ $i -lt 500 ] || break
        kind=${file%/*} && kind=${kind##*/}
        mkdir -p "$work/course/$kind $i" && cp "$file" "$work/course/$kind $i/mine.cu"
        i=$((i + 1))
    done
done
awk 'BEGIN {
    srand(45)
    for (i = 0; i < 500; ++i) {
        name = ""
        for (k = 0; k < 12; ++k) {
            c = int(rand() * 255) + 1
            name = name (c == 47 || c == 10 ? "_" : sprintf("%c", c))
        }
        printf "%s %d.cu\n", name, i
    }
}' | LC_ALL=C tr -d '\000' >"$work/names"
while IFS= read -r name; do
    { echo '#include "judge/add.h"' && cksum <"$work/names" && printf '%s\n' "$name"; } >"$work/course/$name"
done <"$work/names"

begin=$(date +%s)
free=$(awk '/MemAvailable/ { print int($2 / 1024) }' /proc/meminfo)
{
    least=$free
    while sleep 1; do
        now=$(awk '/MemAvailable/ { print int($2 / 1024) }' /proc/meminfo)
        [ "$now" -ge "$least" ] || { least=$now && echo $((free - least)) >"$work/most"; }
    done
} &
watch=$!
TMPDIR=$work/tmp "$grade" "$work/course" "$work/results" >"$work/out" 2>&1
status=$?
kill $watch
files=$(find "$work/course" -name '*.cu' -printf x | wc -c)
echo "$files submissions in $(($(date +%s) - begin)) s on $(nproc) cores; memory: $(cat "$work/most") MiB more than before at most"
[ $status = 0 ] || wrong "status $status: $(cat "$work/out")"
[ "$files" -ge 990 ] || wrong "only $files files"
[ "$(jq -s length "$work/results/grades.json")" = "$files" ] || wrong "not $files rows in grades.json"
[ "$(wc -l <"$work/results/grades.csv")" = $((files + 1)) ] || wrong "not $files rows in grades.csv"
jq -r 'select(.student | startswith("right ")) | select(.passed | not) | .student + ": " + .exercise + ": " + .why' \
    "$work/results/grades.json" >"$work/fails"
[ ! -s "$work/fails" ] || wrong "right solutions fail: $(cat "$work/fails")"
jq -r 'select(.student | startswith("right ") | not) | select(.passed) | .file' "$work/results/grades.json" >"$work/passes"
[ ! -s "$work/passes" ] || wrong "these pass: $(cat "$work/passes")"
[ -z "$(ls "$work/tmp")" ] || wrong "left: $(ls "$work/tmp")"
exit $failed
