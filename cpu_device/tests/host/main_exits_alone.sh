#!/bin/sh
# SPDX-License-Identifier: MIT
# main_exits_alone.sh PROGRAM: the program ends when its last thread does, and earlier by SIGINT and SIGTERM.
set -u
program=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
said=$(timeout -k 5 30 "$program")
status=$?
[ "$status $said" = '0 stored 7' ] || { echo "status $status: $said" && failed=1; }
for signal in INT TERM; do
    # what a shell starts in the background would ignore SIGINT
    env --default-signal=INT timeout -s KILL 20 "$program" stays >"$work/out" &
    process=$!
    tries=0
    while ! grep -q stored "$work/out" && [ $tries -lt 100 ]; do sleep 0.1 && tries=$((tries + 1)); done
    kill -s $signal $process
    (sleep 10 && kill -s KILL $process 2>/dev/null) &
    wait $process
    status=$?
    [ "$(kill -l $status)" = $signal ] || { echo "by SIG$signal: status $status" && failed=1; }
done
exit $failed
