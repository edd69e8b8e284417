#!/bin/sh
# SPDX-License-Identifier: MIT
# pages.sh REPOSITORY BUILD: under Run, each page of the path has the commands of a lesson, and the lines that they print on the
# CPU device. The commands are typed here, with the programs of the build folder. Those that judge an exercise are typed by
# tests/exercises and tests/claims/reports.sh. First a line that is not printed must be noticed.
set -u
repository=$1
export BUILD="$2" BUILT=1 CPU_DEVICE_CORES=2 LC_ALL=C.UTF-8 CPU_DEVICE_LANGUAGE=en
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset DISPLAY WAYLAND_DISPLAY

# The part Run of a page.
run_of() {
    awk '/^\*\*(Run\.|运行。)\*\*/ { on = 1 } /^\*\*(Look\.|观察。)\*\*/ { on = 0 } on' "$1"
}

# What is wrong with a page.
problems() {
    run_of "$1" >run
    : >said
    # shellcheck disable=SC2016 # Markdown's backquotes
    tr '\n' ' ' <run | grep -oE '`(CPU_DEVICE_COUNT=2 )?(\./run|build/cpu/)[^`]*`' | tr -d '`' | sed 's/  */ /g' >commands
    while read -r command; do
        devices=1
        [ "$command" = "${command#CPU_DEVICE_COUNT=2 }" ] || devices=2
        command=${command#CPU_DEVICE_COUNT=2 }
        case $command in
        './run check '* | './run hint '*) continue ;;
        build/cpu/*)
            # shellcheck disable=SC2086 # words
            CPU_DEVICE_COUNT=$devices "$BUILD"/${command#build/} >>said 2>>err
            ;;
        './run '*)
            # shellcheck disable=SC2086 # words
            CPU_DEVICE_COUNT=$devices "$repository/run" ${command#./run } >>said 2>>err
            ;;
        esac
        status=$?
        [ $status -le 3 ] || echo "$1: $command: status $status"
    done <commands
    # of a page on which an exercise is judged, nothing is printed here
    [ -s said ] || return 0
    grep '^    ' run | sed 's/^    //' | while IFS= read -r line; do
        grep -qxF -- "$line" said || echo "$1: not printed: $line"
    done
}

failed=0
sed 's/Yes: the sum of 33792/Yes: the sum of 33793/' "$repository/chapter05/dot.md" >spoiled.md
[ -n "$(problems spoiled.md)" ] || {
    echo "FAILED: a line that no program prints is let pass"
    failed=1
}
for page in "$repository"/chapter05/*.md "$repository"/modern/*.md "$repository"/gpus/*.md; do
    said=$(problems "$page")
    # on a busy machine the host may be late, so that host_sync reads fewer values too early
    [ -z "$said" ] || said=$(problems "$page")
    [ -z "$said" ] || said=$(problems "$page")
    [ -z "$said" ] || {
        echo "FAILED: $said"
        failed=1
    }
done
exit $failed
