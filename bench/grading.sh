#!/bin/sh
# SPDX-License-Identifier: MIT
# grading.sh [BUILD [STUDENTS]]: what it costs to grade a course in which each of STUDENTS (10) hands in all twenty
# exercises, right or wrong, from tests/exercises. Prints the time, the peak of memory, and whether each got its grade.
set -u
root=$(realpath -- "$0") && root=${root%/bench/*}
case ${1:-} in -*) echo "usage: bench/grading.sh [BUILD [STUDENTS]]" && exit 0 ;; esac
build=${1:-$root/build} students=${2:-10}
case $students in '' | 0* | *[!0-9]*) echo "grading.sh: STUDENTS is a whole number of 1 or more, not '$students'" >&2 && exit 2 ;; esac
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
student=0
while [ $student -lt "$students" ]; do
    mkdir -p "$work/course/student $student"
    for template in "$root"/exercises/*.cu; do
        name=${template##*/} && name=${name%.cu}
        grep -l "judge/$name.h" "$root"/tests/exercises/right/*.cu "$root"/tests/exercises/wrong/*.cu >"$work/list"
        file=$(sed -n "$((student % $(grep -c . "$work/list") + 1))p" "$work/list")
        cp "$file" "$work/course/student $student"
        case $file in */right/*) echo "student $student/${file##*/}" >>"$work/expected" ;; esac
    done
    student=$((student + 1))
done

# the most memory that all processes have had at once, beyond what they had at the beginning
used() {
    awk '/^MemTotal/ { total = $2 } /^MemAvailable/ { free = $2 } END { print int((total - free) / 1024) }' /proc/meminfo
}
before=$(used)
CUCC_BUILD=${CUCC_BUILD:-$build/cucc} "$root/apps/grader/grade.sh" "$work/course" "$work/results" >"$work/said" &
grading=$!
begin=$(date +%s) most=$before
while kill -0 $grading 2>/dev/null; do
    now=$(used)
    [ "$now" -le "$most" ] || most=$now
    sleep 0.2
done
wait $grading || exit 1
sed 's/:.*//' "$work/said"
echo "time: $(($(date +%s) - begin)) s; memory: $((most - before)) MiB at most; index.html: $(wc -c <"$work/results/index.html") bytes"
jq -r 'select(.passed) | .file' "$work/results/grades.json" | sort >"$work/passed"
sort "$work/expected" | cmp -s - "$work/passed" || {
    echo "other grades than expected:"
    sort "$work/expected" | diff - "$work/passed"
    exit 1
}
echo "each has the grade that it should have"
