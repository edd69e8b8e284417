#!/bin/sh
# SPDX-License-Identifier: MIT
# solution.sh ROOT CUCC NAME first|others: judges the solutions of the exercise NAME: its template, the first right and the
# first wrong one, or the other ones. The template fails; a right solution passes; a wrong one fails with the words after "Says:" in its comment. Even a wrong one must get the right result, by luck or at
# too high a cost: the judge says so, or the program does when the threads run in order. One with "Never right." or
# "Seldom right." in its comment need not.
set -u
root=$1 name=$3 which=$4
export CUCC="$2" CHECK_PROGRESS=off
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
wrong() {
    echo "$file: $*; status $status: $said"
    failed=1
}
judge() {
    said=$("$root/apps/grader/check.sh" --cpu "$file" 2>&1)
    status=$?
}

solutions() { # KIND
    grep -l "^#include \"judge/$name.h\"" "$root/tests/exercises/$1"/*.cu |
        if [ "$which" = first ]; then sed -n 1p; else sed 1d; fi
}

if [ "$which" = first ]; then
    file=$root/exercises/$name.cu
    judge
    [ $status = 1 ] || wrong "the template does not fail"
fi
# shellcheck disable=SC2013 # a name a line, without blanks
for file in $(solutions right); do
    judge
    [ $status = 0 ] || wrong "it does not pass"
    case $said in *', each with 5 orders of the warps;'*) ;; *) wrong "it was not run with five orders of the warps" ;; esac
done
for file in $(solutions wrong); do
    judge
    says=$(sed -n 's/.*Says: //p' "$file" | head -n 1)
    [ -n "$says" ] || wrong "its comment does not say what the judge says"
    [ $status = 1 ] || wrong "it does not fail"
    echo "$said" | grep -Eq "$says" || wrong "the judge does not say '$says'"
    echo "$said" | grep -Eq 'the result is right|a right result' && continue
    grep -Eq '^// .* (Never|Seldom) right[.]' "$file" && continue
    # as a student compiles it, in one piece
    "$CUCC" -w -I"$root/exercises" -o "$work/program" "$file" || wrong "it does not compile in one piece"
    said=$(CPU_DEVICE_CHECKS=off CPU_DEVICE_CORES=1 timeout 60 "$work/program" 2>&1)
    echo "$said" | grep -q '^right:' || wrong "without checks, its result is not right"
done
exit $failed
