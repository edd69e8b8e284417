#!/bin/sh
# SPDX-License-Identifier: MIT
# lost_output.sh BUILD NAME csv|save|none: if a chapter program's standard output is lost, the program says so and
# fails. The last word is its option for files.
# shellcheck disable=SC2086,SC2094 # words of options; both ends of a pipe
# shellcheck disable=SC2034,SC2154 # program.sh takes and sets them
set -u
build=$1 name=$2 expected=$3
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/program.sh"

expects 0 '' "$program" --help >"$work/help"
expects 0 '' "$program" -h >"$work/out"
cmp -s "$work/help" "$work/out" || fail "$name -h is not --help"
expects 1 'cannot write standard output: No space left on device' "$program" -h >/dev/full
expects 2 'cannot write standard output: Bad file descriptor' "$program" --help >&-
why='No space left on device'
case $name in shared_bitmap* | dot_live) arguments="$arguments --save short.ppm" ;; esac # there is no display
case $name in shared_bitmap | shared_bitmap_unsynced) why='a write failed' ;; esac # they flush it themselves
expects 2 'cannot write standard output: Bad file descriptor' "$program" $arguments >&-
[ $runs_here = yes ] || exit 0
expects 1 "cannot write standard output: $why" "$program" $arguments >/dev/full
mkfifo "$work/pipe"
(
    [ "$why" = 'a write failed' ] || why='Broken pipe'
    exec 3<>"$work/pipe" 4>"$work/pipe" 3>&- # the reader is gone
    expects 1 "cannot write standard output: $why" "$program" $arguments >&4
) || exit 1
rm "$work/pipe"
options=$(sed -n 's/^  --\(csv\|save\) FILE.*/\1/p' "$work/help")
[ "${options:-none}" = "$expected" ] || fail "its options for files are '$options', not $expected"
