#!/bin/sh
# SPDX-License-Identifier: MIT
# newcomer.sh TIMED MACHINE [--long] [COMMAND...]: in a new checkout, the current folder, types the commands of commands.txt one after the other, as
# a reader of README.md would: those of the size short, with --long all that are typed at all, or those that are named. TIMED is
# timed.c, compiled; MACHINE a word for the table.
#
# With NO_INSTALL set, each command of ./run gets --no-install, for machines that reach no Debian. KEEP names a file for what the
# last command printed.
#
# Prints a row for each: the machine; the exit status; the seconds to the first line of output, the longest silence, and the
# seconds in all; the command. Exit status: 0; 1 if a command ends with another status than commands.txt says, or is silent for
# longer than a loaded machine explains. The output of such a command goes to stderr.
set -u
timed=$1 machine=$2
shift 2
here=$(realpath -- "$0") && here=${here%/*}
sizes=short wanted=
[ "${1:-}" != --long ] || { sizes='short long' && shift; }
! command -v nvcc >/dev/null 2>&1 || sizes="$sizes nvcc"
[ $# = 0 ] || wanted=$(printf '%s\n' "$@")
most_silence=90 # seconds; two are meant, but a test that shares a loaded machine waits for a turn
cp "$here/mine.cu" . || exit 1
log=$(mktemp) && numbers=$(mktemp) && typed=$(mktemp) || exit 1
trap 'rm -f "$log" "$numbers" "$typed"' EXIT
sed 's/ *| */|/g' "$here/commands.txt" >"$typed"
unset BUILD BUILT CUCC_BUILD CUCC DISPLAY WAYLAND_DISPLAY CHECK_PROGRESS SHOW_FOLDER CXX
failed=0
while IFS='|' read -r size status command <&3; do
    if [ -n "$wanted" ]; then
        echo "$wanted" | grep -qxF -- "$command" || continue
    else
        case " $sizes " in *" $size "*) ;; *) continue ;; esac
    fi
    option=
    case $command in ./run*) option=${NO_INSTALL:+ --no-install} ;; esac
    "$timed" "$numbers" sh -c "$command$option" >"$log" 2>&1
    [ -z "${KEEP:-}" ] || cp "$log" "$KEEP"
    read -r got first silence all <"$numbers"
    # a program that is wrong on purpose may be right on a GPU, by luck
    if [ "$status:$got" = 1:0 ] && grep -q '^run: on the GPU' "$log"; then got=1; fi
    printf '%-28s %6s %8s %8s %8s  %s\n' "$machine" "$got" "$first" "$silence" "$all" "$command$option"
    if [ "$got" != "$status" ]; then
        echo "$machine: $command: status $got, not $status: $(tail -n 30 "$log")" >&2
        failed=1
    fi
    if grep -q 'CMake Error' "$log"; then
        echo "$machine: $command: a raw line of CMake's: $(grep -A 3 'CMake Error' "$log")" >&2
        failed=1
    fi
    case $command in './run demo' | './run test') continue ;; esac # ninja and CTest say what they do
    if [ "${silence%.*}" -ge $most_silence ]; then
        echo "$machine: $command: nothing was said for $silence s" >&2
        failed=1
    fi
done 3<"$typed"
exit $failed
