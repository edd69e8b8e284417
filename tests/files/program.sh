#!/bin/sh
# SPDX-License-Identifier: MIT
# Shared by written_files.sh and lost_output.sh: a program of the chapter, BUILD/cpu/NAME or BUILD/gpu/NAME, with
# arguments for a short run and for a longer one. Goes to an empty folder.
# shellcheck disable=SC2034 # used by those who include it
# shellcheck disable=SC2154 # $build and $name are theirs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 1
umask 022
unset DISPLAY
CPU_DEVICE_CHECKS=quiet CPU_DEVICE_EXIT_STATUS=0 # here it is not about races
export CPU_DEVICE_CHECKS CPU_DEVICE_EXIT_STATUS

fail() {
    echo "FAILED: $*" >&2
    [ ! -s "$work/err" ] || sed 's/^/  err: /' "$work/err" >&2
    exit 1
}

# Arguments for a short run, and for one that lasts.
short() {
    case $1 in
    dot_unsynced) echo --runs 1 ;;
    dot_ladder) echo --elements 1000 ;;
    host_sync) echo --unit 1 ;;
    matrix_reads) echo --size 16 ;;
    row_sums | column_sums) echo --rows 33 --columns 33 ;;
    dot_blocks) echo --elements 2 ;;
    shared_bitmap | shared_bitmap_unsynced) echo --width 32 --height 32 ;;
    shared_bitmap_live) echo --width 32 --height 32 --frames 2 ;;
    dot_live | shared_bitmap_slow) echo --frames 2 ;;
    threadfence_sum) echo --blocks 8 ;;
    visibility) echo --blocks 2 --runs 1 ;;
    esac
}

long() {
    case $1 in
    dot_ladder) echo --elements 10000000 ;;
    matrix_reads) echo --size 1000 ;;
    row_sums | column_sums) echo --rows 4000 --columns 4000 ;;
    dot_blocks) echo --elements 10000000 ;;
    shared_bitmap_live | shared_bitmap_slow | dot_live) echo --frames 100000 ;;
    shared_bitmap*) echo --width 4000 --height 4000 ;;
    esac
}

# expects STATUS LINE COMMAND...: the exit status, and all that standard error holds, but for the program's name: a line, or
# nothing.
expects() {
    right=$1 line=${2:+$name: $2}
    shift 2
    "$@" 2>"$work/err"
    got=$?
    [ $got = "$right" ] || fail "$*: exit status $got, not $right"
    [ "$(cat "$work/err")" = "$line" ] || fail "$*: standard error is not '$line'"
}

runs_here=yes program=$build/cpu/$name
if [ ! -x "$program" ]; then
    runs_here=no program=$build/gpu/$name
    [ -x "$program" ] || { echo "left out: $name is for a GPU, and was not built" && exit 0; }
fi
arguments=$(short "$name")
own_status=0
case $name in shared_bitmap_* | dot_live) own_status=1 ;; esac # their pictures are wrong on purpose
