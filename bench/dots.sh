#!/bin/sh
# SPDX-License-Identifier: MIT
# dots.sh: what a GPU, and compute-sanitizer there, say to the dot products whose barriers are wrong.
set -u
cd "$(dirname "$0")/../build/gpu" || exit 1

show() {
    echo "== $*"
    timeout 60 "$@"
    echo "exit status $?"
    echo
}

show ./dot_divergent
echo '== ./dot_divergent, 200 times'
for _ in $(seq 200); do
    ./dot_divergent >/dev/null
    echo "exit status $?"
done | sort | uniq -c
echo
show ./dot_divergent --variant tail
show ./dot_divergent --variant flag --patience 200000000 --timeout 10
show ./dot_unsynced --runs 200
for tool in synccheck racecheck; do
    for program in ./dot_divergent './dot_divergent --variant tail' ./dot_unsynced; do
        # shellcheck disable=SC2086 # a program and its arguments
        show compute-sanitizer --tool $tool --print-limit 1 $program 2>&1 | grep -v 'Host Frame'
    done
done
