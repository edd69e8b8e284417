#!/bin/sh
# SPDX-License-Identifier: MIT
# cheats.sh GRADE CUCC_BUILD [TABLE]: grades the submissions of cheats.txt and styles.txt, and files with difficult names, in one
# run, or those of TABLE alone: each gets its grade and its row. GRADE is apps/grader/grade.sh.
set -u
grade=$1 table=${3:-}
export CUCC_BUILD="$2"
here=$(realpath -- "$0") && here=${here%/*}
work=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
chmod 755 "$work"
course=$work/FILE failed=0
wrong() {
    echo "$*"
    failed=1
}
mkdir "$course" "$work/tmp"

right=$(sed -n '/__global__/,$p' "$here/right/add.cu")
file=
while IFS= read -r line; do
    case $line in
    '== '*)
        rest=${line#== } && file=${rest%%.cu: *}.cu
        case $file in */*) mkdir -p "$course/${file%/*}" ;; esac
        : >"$course/$file"
        printf '%s\n' "$rest" >>"$work/table"
        ;;
    *RIGHT) printf '%s%s\n' "${line%RIGHT}" "$right" >>"$course/$file" ;;
    EMPTY) echo '__global__ void add(const int *, const int *, int *, int) {}' >>"$course/$file" ;;
    *) [ -z "$file" ] || printf '%s\n' "$line" >>"$course/$file" ;;
    esac
done <<END
$(if [ -n "$table" ]; then cat "$table"; else cat "$here/cheats.txt" && sed 1d "$here/styles.txt"; fi)
END

add_difficult_files() {
    # the same as editors of other systems save it
    { printf '\357\273\277' && sed 's/$/\r/' "$here/right/add.cu"; } >"$course/carriage_returns.cu"
    echo 'carriage_returns.cu: add: passed' >>"$work/table"

    # headers that lie beside these, and some that must not be taken
    cat >"$course/kim/mine.cuh" <<'END'
#ifndef MINE_CUH
#define MINE_CUH
#include <cuda_runtime.h>
__device__ inline int sum_of(int a, int b) { return a + b; }
#endif
END
    printf '%s\n' '#pragma GCC system_header' 'static int on_host() { return 1; }' >"$course/kim/pragma.h"
    echo 'static int on_host() { return 1; }' >"$course/kim/host.h"
    echo '#define expect if' >"$course/kim/macro.h"
    mkdir "$course/kim/judge" && echo '#error not the judge' >"$course/kim/judge/add.h"
    : >"$course/ann/secret.h" && ln -s ../ann/secret.h "$course/kim/linked.h"
    : >"$course/beside.h"

    # names that a line cannot have, and what is no file
    : >"$course/$(printf 'two\nlines.cu')"
    : >"$course/$(printf 'tab\tand\033[31mcolour.cu')"
    : >"$course/$(printf 'no utf-8 \377\300.cu')"
    : >"$course/$(printf '%0252d' 0).cu"
    ln -s /etc/passwd "$course/link.cu"
    mkfifo "$course/pipe.cu"
    mkdir "$course/folder.cu" && : >"$course/folder.cu/in it.cu"
    head -c 2000000 /dev/zero >"$course/large.cu"
    printf '#include "judge/add.h"\n\0' >"$course/zero.cu"
    : >"$course/no solution.txt"
}
[ -n "$table" ] || add_difficult_files

GRADE_SECONDS=${GRADE_SECONDS:-10} TMPDIR=$work/tmp "$grade" "$course" "$work/results" 2 >"$work/out" 2>"$work/err"
status=$?
[ $status = 0 ] || wrong "status $status: $(cat "$work/out" "$work/err")"
files=$(find "$course" ! -type d -name '*.cu' -printf x | wc -c)
rows=$(jq -s length "$work/results/grades.json") || wrong "grades.json is no JSON"
[ "$rows" = "$files" ] || wrong "$rows rows in grades.json for $files files"
[ "$(wc -l <"$work/results/grades.csv")" = $((files + 1)) ] || wrong "grades.csv has not $files rows"
[ "$(jq -rs 'map(.file) | unique | length' "$work/results/grades.json")" = "$files" ] || wrong "two rows have one name"
[ "$(find "$work/results/reports" -name '*.txt' | wc -l)" = "$files" ] || wrong "there are not $files reports"

while IFS= read -r line; do
    file=${line%%.cu: *}.cu rest=${line#*.cu: }
    exercise=${rest%%: *} expected=${rest#*: }
    case $rest in ': '*) exercise='' expected=${rest#: } ;; esac
    got=$(jq -r --arg file "$file" \
        'select(.file == $file) | .exercise + ": " + (if .passed then "passed" else .why end)' "$work/results/grades.json")
    case $got in "$exercise: "*) ;; *) wrong "$file: not the exercise '$exercise', but '$got'" ;; esac
    printf '%s\n' "${got#*: }" | grep -Eq -- "$expected" || wrong "$file: not '$expected', but '$got'"
done <"$work/table"

check_difficult_files() {
    # cells that a spreadsheet would compute, and what a page would take for its own
    grep -E '^[=+@-]|,"?[=+@-]|^"[=+@-]' "$work/results/grades.csv" && wrong "a formula in grades.csv"
    # shellcheck disable=SC2016
    grep -q '<b>&amp;/' "$work/results/index.html" && wrong "a name in index.html is not escaped"
    for what in link.cu:'it is no file' pipe.cu:'it is no file' large.cu:'more than 1 MiB' zero.cu:'not accepted'; do
        [ "$(jq -r "select(.file == \"${what%%:*}\") | .why" "$work/results/grades.json" | grep -c "${what#*:}")" = 1 ] ||
            wrong "${what%%:*}: not '${what#*:}'"
    done
    [ "$(jq -r 'select(.file == "link.cu").look' "$work/results/grades.json")" = true ] || wrong "link.cu deserves a look"
}
[ -n "$table" ] || check_difficult_files
[ -z "$(ls "$work/tmp")" ] || wrong "left in the folder for temporary files: $(ls "$work/tmp")"
! pgrep -f "$work/FILE" >/dev/null || wrong "still running: $(pgrep -af "$work/FILE")"
exit $failed
