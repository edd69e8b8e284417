#!/bin/sh
# SPDX-License-Identifier: MIT
# exercise.sh ROOT CUCC NAME: an exercise: its text, its hints and its template; its right solutions pass, and the wrong ones
# fail, though they come to the right result, by luck or at too high a cost: the judge says what the file's comment has
# behind "Says:".
set -u
root=$1 cucc=$2 name=$3
check=$root/exercises/check.sh
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
wrong() {
    echo "$*"
    failed=1
}
judge() {
    CUCC=$cucc "$check" --cpu "$@" >"$work/out" 2>&1
    status=$?
}

template=$root/exercises/$name.cu
[ "$(sed -n '/^\/\/ [0-9]/,/^#include/p' "$template" | grep -c .)" -le 13 ] || wrong "$name.cu: its text is longer than ten lines"
grep -q "^//     ./run check $name        ./run hint $name\$" "$template" || wrong "$name.cu does not say how it is checked"
[ "$(grep -c . "$root/exercises/hints/$name.txt")" = 3 ] || wrong "hints/$name.txt has not three hints"
judge "$name"
{ [ "$status" = 1 ] && ! grep -q "does not compile" "$work/out"; } || wrong "the template: status $status, $(cat "$work/out")"

# of this exercise, not of one whose name begins in the same way
of_exercise() {
    for file in "$root/tests/exercises/$1/$name.cu" "$root/tests/exercises/$1/${name}"_*.cu; do
        [ ! -e "$file" ] || ! grep -q "judge/$name.h" "$file" || echo "$file"
    done
}
of_exercise right >"$work/right"
of_exercise wrong >"$work/wrong"
[ "$(grep -c . "$work/right")" -ge 3 ] || wrong "there are fewer than three right solutions"
[ "$(grep -c . "$work/wrong")" -ge 2 ] || wrong "there are fewer than two wrong ones"

while read -r file; do
    judge "$file"
    [ "$status" = 0 ] || wrong "$file: $(cat "$work/out")"
done <"$work/right"

while read -r file; do
    says=$(sed -n 's/.*Says: //p' "$file" | head -n 1)
    [ -n "$says" ] || wrong "$file: its comment does not say what the judge says"
    judge "$file"
    [ "$status" = 1 ] || wrong "$file: status $status, not 1"
    grep -Eq "$says" "$work/out" || wrong "$file: not '$says', but: $(cat "$work/out")"
    # It is right, all the same: by the judge's own words, or where the threads run in order.
    grep -Eq 'the result is right|a right result' "$work/out" || {
        "$cucc" -w -I"$root/exercises" -o "$work/program" "$file" 2>"$work/log" || wrong "$file: $(cat "$work/log")"
        CPU_DEVICE_CHECKS=off CPU_DEVICE_CORES=1 timeout 60 "$work/program" >"$work/off" 2>&1
        grep -q '^right:' "$work/off" || wrong "$file: its result is not right either: $(cat "$work/off")"
    }
done <"$work/wrong"
exit $failed
