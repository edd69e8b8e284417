#!/bin/sh
# SPDX-License-Identifier: MIT
# demo.sh BUILD FORMAT [LESSONS]: runs the lessons of the build folder, on the GPU if there is one (device.sh), else on the CPU
# device, and ends with a table, the races as pages (show.sh), and the same as a page (report.sh). FORMAT is that of the
# pictures, png or ppm. LESSONS is a file like lessons.txt, in place of it. Exit status: 0 if each lesson ended as lessons.txt
# says; a lesson that cannot be built here counts as not run.
# shellcheck disable=SC2317 # functions that are called through others
set -u
here=$(realpath -- "$0") && here=${here%/*}
# shellcheck disable=SC1091 # say.sh is not checked by itself
. "$here/say.sh"
cd "$1" || exit 1
build=$PWD format=$2 lessons=${3:-}
device=$("$here/device.sh" "$build")

table=$(mktemp) # NAME, DEVICE, VERDICT and what it showed, between tabs
output=$(mktemp)
errors=$(mktemp)
log=$(mktemp)
pages=$(mktemp) # what show.sh says
trap '[ -z "$shower" ] || kill "$shower" 2>/dev/null; rm -f "$table" "$output" "$errors" "$log" "$pages"' EXIT
shower=
trap 'exit 1' HUP INT TERM
rm -rf report show
mkdir -p pictures report
failed=0

add_row() { # NAME DEVICE VERDICT TEXT
    printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4" >>"$table"
}

run_program() { # PROGRAM ARGUMENT...
    "$@" >"$output" 2>"$errors"
}

# Where a program for the GPU is missing (NCCL), or needs a newer GPU than this one, the CPU device runs the lesson.
run_lesson() { # NAME ARGUMENT...
    status=77 name=$1 shown=''
    shift
    for where in $(echo gpu cpu | sed "s/.*$device/$device/; s/^gpu\$/gpu cpu/"); do
        [ -x "$where/$name" ] || continue
        devices=1
        [ ! -e "$here/../gpus/$name.cu" ] || devices=2
        with_progress "$(text "running $name" "正在运行 $name")" run_program env "CPU_DEVICE_COUNT=${CPU_DEVICE_COUNT:-$devices}" "$where/$name" "$@"
        status=$? shown=$(echo "$where" | tr '[:lower:]' '[:upper:]')
        [ $status = 77 ] || break
    done
}

verdict_of() { # KIND STATUS DEVICE
    case $1:$2:$3 in
    right:0:* | reported:[03]:*) echo verified ;;
    wrong:1:* | luck:[13]:*) echo 'wrong, on purpose' ;;
    luck:0:* | wrong:0:GPU) echo 'right, by luck' ;;
    *) echo "exit status $2" ;;
    esac
}

if [ -z "$lessons" ]; then
    lessons=$build/lessons.txt
    "$here/lessons.sh" >"$lessons"
fi
# The CPU device makes the pages while the lessons run.
BUILT=1 BUILD=$build sh "$here/show.sh" --all show >"$pages" 2>&1 &
shower=$!
while read -r lesson kind arguments <&3; do
    name=${lesson#*/}
    # shellcheck disable=SC2046 # words
    run_lesson "$name" $(echo "$arguments" | sed "s/[.]png/.$format/")
    if [ $status = 77 ]; then
        needs=$(sed -n "s/^$name //p" not_built.txt)
        printf '\n--- %s is not built: it needs the Debian packages %s ---\n' "$name" "$needs"
        add_row "$name" - 'not built' "missing Debian packages: $needs"
        continue
    fi
    printf '\n--- %s, on the %s ---\n' "$name" "$shown"
    cat "$output"
    cat "$errors" >&2
    verdict=$(verdict_of "$kind" $status "$shown")
    case $verdict in 'exit status'*) failed=1 ;; esac
    add_row "$name" "$shown" "$verdict" "$(tail -n 1 "$output")"
    cp "$output" "report/$name.out"
    cp "$errors" "report/$name.err"
done 3<"$lessons"

with_progress "$(text "making the pages of the races" "正在生成竞争的页面")" wait "$shower" || { failed=1 && cat "$pages" >&2; }
shower=
printf '\n%-26s %-6s %-18s %s\n' program device status 'what it showed'
awk -F '\t' '{ printf "%-26s %-6s %-18s %s\n", $1, $2, $3, $4 }' "$table"
[ -z "$(ls pictures)" ] || printf '\nThe pictures are in %s.\n' "$build/pictures"
printf 'The races as pages are in %s.\n' "$build/show"
with_progress "$(text "writing the page of all this" "正在写出网页")" sh "$here/report.sh" "$table"
status=$?
cat "$log" >&2
[ $status != 0 ] || printf 'All of it as a page: %s\n' "$build/report/index.html"
exit $failed
