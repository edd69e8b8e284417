#!/bin/sh
# SPDX-License-Identifier: MIT
# thousand.sh GRADE CUCC_BUILD [COUNT [ENDLESS]]: grades COUNT submissions (1,000): half of them right, the others wrong solutions
# and cheats, and ENDLESS of a hundred (0) a loop that does not end. The grading is killed three times, and the disk with the
# results is full once: root mounts a small one. In the end each has its row, once; the right ones pass, and no other. GRADE is
# apps/grader/grade.sh.
set -u
grade=$1 count=${3:-1000} endless=${4:-0}
export CUCC_BUILD="$2"
here=$(realpath -- "$0") && here=${here%/*}
work=$(mktemp -d) || exit 1
chmod 755 "$work"
failed=0
wrong() {
    echo "$*"
    failed=1
}
mkdir "$work/course" "$work/tmp" "$work/disk"
mounted=
# shellcheck disable=SC2317 # called by the trap
end() {
    [ -z "$mounted" ] || umount "$work/disk"
    rm -rf "$work"
}
trap end EXIT
if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=$((count * 5 / 2))k tmpfs "$work/disk" 2>/dev/null; then mounted=1; fi

# The cheats that do not pass, a file each.
mkdir "$work/cheats"
awk -v folder="$work/cheats" '/^== / { close(to); to = /: passed$/ ? "" : folder "/" ++n ".cu"; next } to { print >to }' \
    "$here/cheats_by_kind.txt"
cat >"$work/endless.cu" <<'END'
#include "judge/reverse.h"
__global__ void reverse(int *data)
{
    volatile int go = 1;
    while (go)
        ;
    data[threadIdx.x] = 0;
}
END
# hand_in KIND FILE...: as many as $wanted, in turn.
number=0
hand_in() {
    kind=$1 handed_in=0
    shift
    while :; do
        for file in "$@"; do
            [ $handed_in -lt "$wanted" ] || return
            number=$((number + 1)) handed_in=$((handed_in + 1))
            # spread over the class, so that each part has all kinds
            student=$(printf '%04d' $((number * 617 % 10007)))-$kind
            mkdir "$work/course/$student" && cp "$file" "$work/course/$student/mine.cu"
        done
    done
}
wanted=$((count * endless / 100)) && rest=$((count - wanted)) && hand_in endless "$work/endless.cu"
wanted=$((rest / 2)) && hand_in right "$here"/right/*.cu
wanted=$((rest / 4)) && hand_in wrong "$here"/wrong/*.cu
wanted=$((rest - rest / 2 - rest / 4)) && hand_in cheat "$work/cheats"/*.cu

lines() {
    wc -l 2>/dev/null <"$work/disk/results/journal" || echo 0
}
# part LINES: grades, and kills it when the journal has so many lines.
part() {
    TMPDIR=$work/tmp setsid "$grade" "$work/course" "$work/disk/results" >"$work/out" 2>"$work/err" &
    grading=$!
    while kill -0 $grading 2>/dev/null; do
        if [ "$(lines)" -ge "$1" ]; then
            kill -9 $grading
            break
        fi
        sleep 0.1
    done
    wait $grading
    status=$?
    echo "status $status with $(lines) lines: $(tail -n 1 "$work/err" | cut -c 1-100)"
}
never=$((count + 1)) begin=$(date +%s)
part $((count / 5))
part $((count * 2 / 5))
before=$(lines)
if [ -n "$mounted" ]; then
    part $never
    [ $status = 4 ] || wrong "on a full disk: status $status: $(cat "$work/out" "$work/err")"
    [ "$(lines)" -lt "$count" ] || wrong "the disk was not full"
    [ "$(lines)" -gt "$before" ] || wrong "nothing was judged before the disk was full"
    mount -o remount,size=64m "$work/disk"
fi
part $((count * 9 / 10))
part $never
echo "$count submissions in $(($(date +%s) - begin)) s on $(nproc) cores, $endless% of them endless loops"
[ $status = 0 ] || wrong "status $status: $(cat "$work/out" "$work/err")"
grep -q "^$count found, $count judged, 0 without a file, 0 unreadable\$" "$work/out" || wrong "$(cat "$work/out")"
[ "$(jq -r .file "$work/disk/results/grades.json" | sort -u | wc -l)" = "$count" ] || wrong "not $count rows in grades.json"
[ "$(wc -l <"$work/disk/results/grades.csv")" = $((count + 1)) ] || wrong "not $count rows in grades.csv"
jq -r 'select(.passed != (.student | endswith("-right"))) | .student + ": " + .exercise + ": " + .why' \
    "$work/disk/results/grades.json" >"$work/others"
[ ! -s "$work/others" ] || wrong "other verdicts: $(cat "$work/others")"
[ -z "$(ls -A "$work/tmp")" ] || wrong "left in the folder for temporary files: $(ls -A "$work/tmp")"
! pgrep -f "$work/course" >/dev/null || wrong "still running: $(pgrep -af "$work/course")"
exit $failed
