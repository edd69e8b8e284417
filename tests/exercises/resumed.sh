#!/bin/sh
# SPDX-License-Identifier: MIT
# resumed.sh GRADE CUCC_BUILD: grades 1,000 submissions into a small disk, which fills once, and kills the grading three times
# by SIGKILL. In the end each has its right row, once. Most are refused for a reason that names their own line, which takes no
# compiler; 20 pass, and 20 are wrong. Root mounts the disk; for another user the results are in an ordinary folder.
set -u
grade=$1
export CUCC_BUILD="$2"
here=$(realpath -- "$0") && here=${here%/*}
work=$(mktemp -d) || exit 1
mounted=
# shellcheck disable=SC2317 # called by the trap
end() {
    [ -z "$mounted" ] || umount "$work/disk"
    rm -rf "$work"
}
trap end EXIT
chmod 755 "$work"
failed=0
wrong() {
    echo "$*"
    failed=1
}
mkdir "$work/course" "$work/tmp" "$work/disk"
if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=2500k tmpfs "$work/disk" 2>/dev/null; then mounted=1; fi

right=$(sed -n '/__global__/,$p' "$here/right/add.cu")
awk -v folder="$work/course" 'BEGIN {
    for (i = 1; i <= 960; ++i) {
        name = sprintf("%s/s%04d.cu", folder, i)
        for (k = 1; k < i; ++k) print "" >name
        print "int main() {}" >name
        close(name)
    }
}'
i=961
while [ $i -le 1000 ]; do
    sum='+'
    [ $i -le 980 ] || sum='-'
    { echo '#include "judge/add.h"' && echo "$right" | sed "s/ + b\[i\]/ $sum b[i]/"; } >"$work/course/s$(printf '%04d' $i).cu"
    i=$((i + 1))
done

lines() {
    wc -l 2>/dev/null <"$work/disk/results/journal" || echo 0
}
# part LINES: grades, and kills it when the journal has so many lines; 2000: never.
part() {
    TMPDIR=$work/tmp setsid "$grade" "$work/course" "$work/disk/results" 2 >"$work/out" 2>"$work/err" &
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
part 100
[ "$(lines)" -ge 100 ] || wrong "the journal has only $(lines) lines"
part 300
before=$(lines)
if [ -n "$mounted" ]; then
    part 2000
    [ $status = 4 ] || wrong "on a full disk: status $status: $(cat "$work/out" "$work/err")"
    [ "$(lines)" -lt 1000 ] || wrong "the disk was not full"
    [ "$(lines)" -gt "$before" ] || wrong "nothing was judged before the disk was full"
    mount -o remount,size=64m "$work/disk"
fi
part 980
part 2000
[ $status = 0 ] || wrong "status $status: $(cat "$work/out" "$work/err")"
grep -q '^1000 found, 1000 judged, 0 without a file, 0 unreadable$' "$work/out" || wrong "$(cat "$work/out")"
jq -r '.file + " " + .verdict + " " + .why' "$work/disk/results/grades.json" | sed 's/ not accepted: s[0-9]*[.]cu:\([0-9]*\):.*/ \1/' >"$work/rows"
awk 'BEGIN {
    for (i = 1; i <= 1000; ++i)
        print sprintf("s%04d.cu ", i) (i <= 960 ? "failed " i : i <= 980 ? "passed " : "failed a wrong result")
}' >"$work/expected"
cmp -s "$work/rows" "$work/expected" || wrong "other rows: $(diff "$work/rows" "$work/expected" | head -n 10)"
[ "$(wc -l <"$work/disk/results/grades.csv")" = 1001 ] || wrong "grades.csv has $(wc -l <"$work/disk/results/grades.csv") lines"
[ -z "$(ls -A "$work/tmp")" ] || wrong "left in the folder for temporary files: $(ls -A "$work/tmp")"
! pgrep -f "$work/course" >/dev/null || wrong "still running: $(pgrep -af "$work/course")"
exit $failed
