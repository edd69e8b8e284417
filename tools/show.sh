#!/bin/sh
# SPDX-License-Identifier: MIT
# show.sh FOLDER NAME|FILE.cu [ARGUMENT...]: writes FOLDER/NAME.html, a page that shows what a launch did, step by step, and
# prints its path. NAME is a page in pages.txt, a lesson, a planted program, or an exercise: then it is the launch of the last
# check. Any file is compiled with cucc. If the source
# has a fixed version (-DFIXED), or pages.txt names one, that is part of the page.
#
# show.sh --all FOLDER: every page of pages.txt.
set -u
here=$(realpath -- "$0") && here=${here%/*} && root=${here%/tools}
# shellcheck disable=SC1091 # say.sh is not checked by itself
. "$here/say.sh"

die() {
    echo "show: $*" >&2
    exit "${status:-2}"
}

# build_program NAME: the path of the lesson, or planted program, in `program`.
build_program() {
    built=$("$root/tools/built.sh" --cpu "$1")
    case $? in
    0) program=${built#* } ;;
    2) return 1 ;;
    *) exit 1 ;;
    esac
    # A lesson once more, with its threads' variables in the trace.
    source=$root/chapter05/$1.cu
    [ -r "$source" ] || return 0
    # shellcheck disable=SC2046 # words
    CUCC_BUILD=${BUILD:-$root/build}/cucc with_progress "$(text "compiling $1" "正在编译 $1")" "$root/cpu_device/cucc" -trace -o "$work/$1" "$source" \
        $("$here/libraries.sh" "$source") || return 0
    program=$work/$1
}

# show_exercise NAME|FILE.cu: the launch of the last check.
show_exercise() {
    rm -rf "$work"
    solution=$1
    [ -e "$solution" ] || solution=$root/exercises/$1.cu
    "$here/packages.sh" check --quiet "${1##*/}" "$solution" || exit 1
    exec "$root/apps/grader/check.sh" --show "$folder" "$1"
}

# compile OUTPUT FILE.cu [OPTION...]: with the threads' variables in the trace; without them where the source has something
# that rewrite --variables takes for what it is not.
compile() {
    output=$1
    shift
    with_progress "$(text "compiling $1" "正在编译 $1")" "$root/cpu_device/cucc" -trace -I"$root/exercises" -o "$output" "$@" ||
        with_progress "$(text "compiling $1" "正在编译 $1")" "$root/cpu_device/cucc" -I"$root/exercises" -o "$output" "$@" && return
    cat "$log" >&2
    return 1
}

# trace PAGE PROGRAM [ARGUMENT...]: the program's status may be any. Its output is in $log.
trace() {
    page=$1
    shift
    # shellcheck disable=SC2016 # for the shell in there
    with_progress "$(text "running ${1##*/}" "正在运行 ${1##*/}")" sh -c 'cd "$0" && CPU_DEVICE_TRACE=$1 && export CPU_DEVICE_TRACE && shift &&
        exec timeout 300 "$@"' "$work" "$page" "$@"
    [ -s "$page" ] || status=1 die "${1##*/} has written no trace"
}

# trace_fixed PROGRAM [ARGUMENT...]: the next page has this one's trace in it.
trace_fixed() {
    fixed=$work/fixed.html
    trace "$fixed" "$@"
}

# write_page NAME PROGRAM [ARGUMENT...]
write_page() {
    name=$1
    shift
    CPU_DEVICE_TRACE_FIXED=$fixed trace "$work/page.html" "$@"
    [ -n "$all" ] || cat "$log" >&2
    mv "$work/page.html" "$folder/$name.html" 2>/dev/null || status=1 die "$folder/$name.html cannot be written"
    echo "$folder/$name.html"
}

# page_of LINE: of a line as in pages.txt.
page_of() {
    page_name=${1%%:*} left=${1#*:} right='' fixed=''
    case $left in *'|'*) right=${left#*|} left=${left%|*} ;; esac
    if [ -n "$right" ]; then
        # shellcheck disable=SC2086 # words
        set -- $right
        build_program "$1" || die "there is no program $1"
        shift
        trace_fixed "$program" "$@"
    fi
    # shellcheck disable=SC2086 # words
    set -- $left
    build_program "$1" || die "there is no program $1 in the chapter or in cpu_device/tests/planted; a file's name ends in .cu"
    shift
    write_page "$page_name" "$program" "$@"
}

work=$(mktemp -d) || exit 1
log=$work/log
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
all=
[ "${1:-}" != --all ] || { all=1 && shift; }
[ $# -ge "$([ -n "$all" ] && echo 1 || echo 2)" ] || die "usage: show.sh FOLDER NAME|FILE.cu [ARGUMENT...], or show.sh --all FOLDER"
{ mkdir -p "$1" 2>/dev/null && [ -w "$1" ] && folder=$(realpath -- "$1"); } || status=1 die "the pages' folder $1 cannot be written"
shift

if [ -n "$all" ]; then
    while IFS= read -r line; do
        case $line in '#'* | '') continue ;; esac
        page_of "$line" </dev/null
    done <"$here/pages.txt"
    exit 0
fi

what=$1
shift
case $what in
*.cu)
    if [ ! -r "$what" ] && "$here/lessons.sh" "${what%.cu}" >/dev/null; then
        die "there is no file $what; did you mean ./run show ${what%.cu}?"
    fi
    [ -r "$what" ] || die "there is no file $what"
    if grep -q '^ *# *include *"judge/' "$what" && ! grep -q '^ *# *if.*\bFIXED\b' "$what"; then
        show_exercise "$what"
    fi
    [ -n "${BUILT:-}" ] || "$here/packages.sh" program --quiet "${what##*/}" || exit 1
    name=$(basename "$what" .cu) fixed=''
    if grep -q '^ *# *if.*\bFIXED\b' "$what"; then
        compile "$work/fixed" "$what" -DFIXED || exit 1
        trace_fixed "$work/fixed" "$@"
    fi
    compile "$work/$name" "$what" || exit 1
    write_page "$name" "$work/$name" "$@"
    ;;
*)
    line=$(grep "^$what:" "$here/pages.txt")
    if [ -z "$line" ] && [ -e "$root/exercises/$what.cu" ] && [ ! -e "$root/chapter05/$what.cu" ] &&
        [ ! -e "$root/gpus/$what.cu" ] && [ ! -e "$root/cpu_device/tests/planted/$what.cu" ]; then
        show_exercise "$what"
    fi
    if [ -z "$line" ]; then
        line="$what: $what $*"
        if [ -e "$root/cpu_device/tests/planted/$what.cu" ] && grep -q FIXED "$root/cpu_device/tests/planted/$what.cu"; then
            line="$line | ${what}_fixed"
        fi
    elif [ $# -gt 0 ]; then
        line="$what: $what $*"
    fi
    page_of "$line"
    ;;
esac
