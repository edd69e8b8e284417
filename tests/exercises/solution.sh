#!/bin/sh
# SPDX-License-Identifier: MIT
# solution.sh ROOT templates|right|wrong FILE PROGRAM: a solution that has been compiled, judged. A template fails; a right
# solution passes; a wrong one fails with the words that follow "Says:" in its comment. A wrong one comes to the right result
# all the same, by luck or at too high a cost: the judge says so, or the program does where the threads run in order.
set -u
root=$1 kind=$2 file=$3 program=$4
said=$("$root/exercises/check.sh" --cpu --built "$program" "$file" 2>&1)
status=$?

fail() {
    echo "$file: $*; status $status: $said"
    exit 1
}

case $kind in
templates) [ $status = 1 ] || fail "the template does not fail" ;;
right)
    [ $status = 0 ] || fail "it does not pass"
    echo "$said" | grep -q ', each with 5 orders of the warps;' || fail "it was not run with five orders of the warps"
    ;;
wrong)
    says=$(sed -n 's/.*Says: //p' "$file" | head -n 1)
    [ -n "$says" ] || fail "its comment does not say what the judge says"
    [ $status = 1 ] || fail "it does not fail"
    echo "$said" | grep -Eq "$says" || fail "the judge does not say '$says'"
    echo "$said" | grep -Eq 'the result is right|a right result' && exit 0
    said=$(CPU_DEVICE_CHECKS=off CPU_DEVICE_CORES=1 timeout 60 "$program" 2>&1)
    echo "$said" | grep -q '^right:' || fail "without checks, its result is not right"
    ;;
*) fail "'$kind' is not templates, right or wrong" ;;
esac
