#!/bin/sh
# SPDX-License-Identifier: MIT
# stories.sh BUILD: what the page says about three common races: a lost update, a tile that is overwritten too early,
# and a sum that is read too early.
set -u
build=$1 failed=0
browser=$(command -v chromium) || {
    echo "skipped: there is no Chromium" && exit 77
}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

story() { # PROGRAM SENTENCE...
    program=$1
    shift
    CPU_DEVICE_TRACE=$work/page.html timeout 100 "$build/cpu/$program" </dev/null >"$work/said" 2>&1
    timeout 300 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$work/profile" \
        --virtual-time-budget=10000 --dump-dom "file://$work/page.html" 2>"$work/log" |
        sed -n 's/.*<div id="story"[^>]*>//p' >"$work/story"
    for sentence in "$@"; do
        grep -q "$sentence" "$work/story" || {
            echo "FAILED $program: '$sentence' is not said, but: $(cat "$work/story")"
            failed=1
        }
    done
}

story planted/race_tiled_loop 'stored to tile\[0\] in line' 'It came in the wrong order' 'the read gets 0' 'comes before both' 'comes after both'
story planted/race_histogram 'so one of the two updates is lost' 'No barrier can help'
! grep -q 'Nothing orders' "$work/story" || {
    echo "FAILED planted/race_histogram: it is said that an order is missing, where an atomic operation is"
    failed=1
}
story dot_unsynced 'Thread 0 read cache\[64\]' 'Only then did thread 64 store' 'the read gets 127' 'this pair is of the same race, and led to a wrong value'
exit $failed
