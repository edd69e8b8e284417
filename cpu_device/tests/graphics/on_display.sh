#!/bin/sh
# SPDX-License-Identifier: MIT
# on_display.sh COMMAND...: runs the command on a display of its own, which exists only in memory, and ends with its
# status. Needs Xvfb.
set -u

work=$(mktemp -d)
Xvfb -noreset -displayfd 3 -screen 0 640x480x24 3>"$work/display" 2>"$work/log" &
server=$!
trap 'kill $server 2>/dev/null; rm -rf "$work"' EXIT
tries=0
until [ -s "$work/display" ]; do
    sleep 0.1
    tries=$((tries + 1))
    [ $tries -lt 1000 ] || { echo "FAILED: Xvfb does not start" && cat "$work/log" && exit 1; }
done
DISPLAY=:$(cat "$work/display")
export DISPLAY
"$@"
