#!/bin/sh
# SPDX-License-Identifier: MIT
# points.sh GRADE CUCC_BUILD: points.csv has a row for each student, also of the folders that Moodle and the files that Canvas
# names; and the row of an endless loop says where it is. GRADE is exercises/grade.sh.
set -u
grade=$1
export CUCC_BUILD="$2"
here=$(realpath -- "$0") && here=${here%/*}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
failed=0
wrong() {
    echo "$*"
    failed=1
}
course=$work/course
hand_in() { # SOLUTION FILE
    mkdir -p "$(dirname "$course/$2")" && cp "$here/$1" "$course/$2"
}
hand_in right/add.cu 'Kim Lee_12345_assignsubmission_file_/add.cu'
hand_in right/reverse.cu 'Kim Lee_12345_assignsubmission_file_/reverse.cu'
hand_in right/add.cu "D'Arc, Ann_77_assignsubmission_file_/add.cu"
hand_in right/add.cu leekim_4321_9001_add.cu
hand_in right/reverse.cu leekim_LATE_4321_9002_reverse.cu
hand_in right/add.cu plain/add.cu
mkdir "$course/=nothing"
cat >"$course/plain/endless.cu" <<'END'
#include "judge/reverse.h"
__global__ void reverse(int *data)
{
    volatile int go = 1;
    while (go)
        ;
    data[threadIdx.x] = 0;
}
END
GRADE_SECONDS=20 "$grade" "$course" "$work/results" 2 >"$work/log" 2>&1 || wrong "status $?: $(cat "$work/log")"
cat >"$work/expected" <<'END'
student,id,points,add,reverse
"'=nothing",,0,0,0
"D'Arc, Ann",77,1,1,0
"Kim Lee",12345,2,1,1
"leekim",4321,2,1,1
"plain",,1,1,0
END
diff "$work/expected" "$work/results/points.csv" || wrong "points.csv is another one"
jq -e 'select(.file == "plain/endless.cu") | .why | test("20 seconds of processor time: a thread is at endless.cu:[56]$")' \
    "$work/results/grades.json" >/dev/null || wrong "the endless loop: $(grep endless "$work/results/grades.json")"
exit $failed
