#!/bin/sh
# SPDX-License-Identifier: MIT
# path.sh list: the path through the lessons and exercises, as chapter05/path.txt has it: each page with its question, its
# programs and its exercises, and what has passed. path.sh next: where one is on it, and what comes next. Both read what
# ./run check has kept (apps/grader/progress.c).
set -u
here=$(realpath -- "$0") && here=${here%/*} && root=${here%/tools}
# shellcheck disable=SC1091 # say.sh is not checked by itself
. "$here/say.sh"
suffix=.md
[ -z "$chinese" ] || suffix=.zh-CN.md
progress=${CHECK_PROGRESS:-$root/exercises/.progress}
path=$root/chapter05/path.txt

# PAGE|LESSONS|EXERCISES. A course hands out fewer pages and lessons than exercises: there the page is -.
pages() {
    grep -v '^#' "$path" | while IFS='|' read -r page lessons exercises; do
        page=${page% }
        if [ -e "$root/$page$suffix" ]; then
            echo "$page$suffix|$lessons|$exercises"
        else
            echo "-||$exercises"
        fi
    done
}

# passed EXERCISE
passed() {
    grep -qs "^$1 passed " "$progress"
}

# "3 block_sum: a tree, with a barrier at each level."
sentence() { # EXERCISE
    if [ -n "$chinese" ]; then
        sed -n "s/^## \([0-9]* $1：.*\)/\1/p" "$root/exercises/TASKS.zh-CN.md"
    else
        sed -n "2s|^// ||p" "$root/exercises/start/$1.cu"
    fi
}

# What the contents of the chapter say of a page: the part that begins with it, and its question.
heading() { # PAGE
    case $1 in chapter05/*) link=${1#chapter05/} ;; *) link=../$1 ;; esac
    awk -F '|' -v link="$link" '
        /^## / { part = substr($0, 4); rows = 0 }
        /^\| .*\]\(/ {
            sub(/^ */, "", $2)
            sub(/ *$/, "", $2)
            if (index($3, "](" link ")"))
                printf "%s%s\n", rows ? "" : "\n" part "\n", "  " path colon $2
            rows++
        }' path="$1" colon="$(text ': ' ：)" "$root/chapter05/README$suffix"
}

line() { # ENGLISH CHINESE
    printf '%s\n' "$(text "$@")"
}

list() {
    "$here/program.sh" --list >"$work/programs"
    pages | while IFS='|' read -r page lessons exercises; do
        [ "$page" = - ] || heading "$page"
        for lesson in $lessons; do
            sed -n "s/^$lesson\(: \|：\)/    &/p" "$work/programs"
        done
        for exercise in $exercises; do
            mark=' '
            ! passed "$exercise" || mark=x
            echo "    [$mark] $(sentence "$exercise")"
        done
    done
    echo
}

next() {
    pages | while IFS='|' read -r page lessons exercises; do
        for exercise in $exercises; do echo "$exercise $page $lessons"; done
    done >"$work/steps"
    steps=$(grep -c . "$work/steps") done=0 step=
    while read -r exercise page lesson _; do
        if passed "$exercise"; then done=$((done + 1)); else step=${step:-$exercise $page ${lesson:-}}; fi
    done <"$work/steps"
    if [ -z "$step" ]; then
        line "All $steps exercises have passed." "全部 $steps 道练习都已通过。"
        return
    fi
    # shellcheck disable=SC2086 # words
    set -- $step
    number=$(sentence "$1")
    line "Exercise ${number%% *} of $steps, of which $done have passed. Next:" "第 ${number%% *} 道练习，共 $steps 道，已通过 $done 道。接下来："
    [ "$2" = - ] || line "  read    $2" "  读    $2"
    [ -z "${3:-}" ] || line "  run     ./run $3" "  运行  ./run $3"
    line "  solve   ./run check $1" "  做    ./run check $1"
    [ -z "$chinese" ] || ! cmp -s "$root/exercises/start/$1.cu" "$root/exercises/$1.cu" ||
        echo "  题目  ./run reset $1（让 exercises/$1.cu 里的题目变成中文）"
}

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
case ${1:-} in
list) list && next ;;
next) next && line "./run list shows the whole path, ./run --help all commands." "./run list 列出整条路径，./run --help 列出全部命令。" ;;
*) echo "usage: path.sh list|next" >&2 && exit 2 ;;
esac
