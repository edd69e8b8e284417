#!/bin/sh
# SPDX-License-Identifier: MIT
# addresses.sh GIGABYTES PROGRAM...: with so few addresses, each program behaves as usual, or one line says what is
# missing; if that is device memory, the program's allocation is refused. GIGABYTES is a list in one word.
set -u
sizes=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

for program; do
    "$program" >out 2>err
    usual=$?
    for gigabytes in $sizes; do
        prlimit --as=$((gigabytes * 1000000000)) "$program" >out 2>limited
        got=$?
        cmp -s err limited && [ $got = $usual ] && continue
        [ $got = 1 ] && [ "$(wc -l <limited)" = 1 ] && grep -q '^CPU device: ' limited && continue
        [ $got = 1 ] && head -n 1 limited | grep -q '^CPU device: only .* as there are no addresses for more' && continue
        echo "FAILED: $program with $gigabytes GB of addresses: exit status $got" && cat limited && exit 1
    done
done
