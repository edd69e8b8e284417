#!/bin/sh
# SPDX-License-Identifier: MIT
# little_stack.sh PROGRAM SOURCE: when little of a thread's stack is left, an error is still reported correctly, at its
# line; or, if not even the access has room, as a stack overflow in the program's own code. It never names a library's
# line, and never hangs.
set -u
program=$1 source=$2
text=$(mktemp)
trap 'rm -f "$text"' EXIT
failed=0 runs=0

# line NAME: the number of the line that ends in // {NAME}
line() {
    grep -n "// {$1}\$" "$source" | cut -d: -f1
}

wrong() {
    failed=$((failed + 1))
    echo "$what with $left bytes left: $1" >&2
    cat "$text" >&2
}

for what in fine null past host index misaligned atomic division trap; do
    case $what in
    index) error='index out of bounds' ;;
    misaligned) error='misaligned address' ;;
    division) error='integer division by zero' ;;
    trap) error='__trap()' ;;
    *) error='illegal address' ;;
    esac
    for left in 65536 16384 10240 8192 6144 4096 3072 2048 1536 1024 768 512 384 256 128 0; do
        runs=$((runs + 1))
        timeout 60 "$program" "$what" "$left" >"$text" 2>&1
        status=$?
        [ $status != 124 ] || { wrong 'it hangs' && exit 1; }
        place=$(sed -n 's/^========= *kernel nearly_full.*, at \([^ ]*\)$/\1/p' "$text")
        case $place in '' | little_stack.cu:*) ;; *) wrong "at $place" && continue ;; esac
        if grep -q '^========= Error: stack overflow$' "$text"; then
            [ "$left" -lt 4096 ] || wrong "that is room enough"
        elif [ $what = fine ]; then
            [ "$status, $(cat "$text")" = "0, cudaSuccess, 1" ] || wrong "status $status"
            continue
        elif ! grep -qxF "========= Error: $error" "$text"; then
            wrong "status $status, not $error"
            continue
        elif [ $what != trap ] && [ "$place" != "little_stack.cu:$(line $what)" ]; then
            wrong "at '$place', not at line $(line $what)"
        fi
        [ $status = 3 ] || wrong "status $status"
        [ "$(grep -c '^========= Error' "$text")" = 1 ] || wrong "not one report"
    done
done
echo "$runs runs, $failed wrong"
[ $failed = 0 ]
