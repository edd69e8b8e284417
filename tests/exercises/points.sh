#!/bin/sh
# SPDX-License-Identifier: MIT
# points.sh GRADE CUCC_BUILD: what a course system reads. points.csv has a row for each student, also of the folders that
# Moodle and the files that Canvas names; canvas.csv and moodle.csv are what their importers ask for; junit.xml is XML;
# --points weighs, --anonymous leaves out the names, a .zip is unpacked; and the row of an endless loop says where it is.
# GRADE is apps/grader/grade.sh.
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
course=$work/course results=$work/results
hand_in() { # SOLUTION FILE
    mkdir -p "$(dirname "$course/$2")" && cp "$here/$1" "$course/$2"
}
graded() { # ARGUMENT...: anew, or from the journal
    GRADE_SECONDS=20 "$grade" "$@" 2 >"$work/log" 2>&1 || wrong "status $?: $(cat "$work/log")"
}
expect_table() { # NAME
    cat >"$work/expected"
    diff "$work/expected" "$results/$1" || wrong "$1 is another one"
}
hand_in right/add.cu 'Kim Lee_12345_assignsubmission_file_/add.cu'
hand_in right/reverse.cu 'Kim Lee_12345_assignsubmission_file_/reverse.cu'
hand_in right/add.cu "D'Arc, Ann_77_assignsubmission_file_/add.cu"
hand_in right/add.cu leekim_4321_9001_add.cu
hand_in right/reverse.cu leekim_LATE_4321_9002_reverse.cu
hand_in wrong/add_one_more.cu minh_55_9003_add.cu
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
mark=$(printf '\357\273\277') # with which Excel reads UTF-8

graded "$course" "$results"
expect_table points.csv <<END
${mark}student,id,points,add,reverse
"'=nothing",,0,0,0
"D'Arc, Ann",77,1,1,0
"Kim Lee",12345,2,1,1
"leekim",4321,2,1,1
"minh",55,0,0,0
"plain",,1,1,0
END
[ "$(head -c 3 "$results/grades.csv")" = "$mark" ] || wrong "grades.csv has no byte order mark"
jq -e 'select(.file == "plain/endless.cu") | .why | test("20 seconds of processor time: a thread is at endless.cu:[56]$")' \
    "$results/grades.json" >/dev/null || wrong "the endless loop: $(grep endless "$results/grades.json")"

# Canvas looks for "Student" and "ID" in the first two columns, and for "Section" in the last one before the assignments. An
# empty cell is no grade.
expect_table canvas.csv <<'END'
Student,ID,Section,add,reverse
    Points Possible,,,1,1
"leekim",4321,,1,1
"minh",55,,0,
END
# Moodle needs the columns Identifier, Grade and "Last modified (grade)"; "-" is what it writes itself for no grade.
expect_table moodle.csv <<'END'
Identifier,"Full name",Grade,"Maximum Grade","Last modified (grade)"
"Participant 77","D'Arc, Ann",1,2,-
"Participant 12345","Kim Lee",2,2,-
END
# A suite has as many cases, failures and errors as it says.
awk '/^<testsuite /{ split($0, w, "\""); tests = w[4]; failures = w[6]; errors = w[8] }
    /^<testcase /{ --tests } /<failure /{ --failures } /<error /{ --errors }
    /^<\/testsuite>/{ ++suites; if (tests || failures || errors) bad = 1 }
    END { exit bad || suites != 7 }' "$results/junit.xml" || wrong "junit.xml counts otherwise: $(cat "$results/junit.xml")"
grep -q '<testcase classname="minh_55_9003_add" name="minh_55_9003_add.cu" time="[0-9]*"><failure message="[^"]' \
    "$results/junit.xml" || wrong "junit.xml has no failure of minh's: $(cat "$results/junit.xml")"
grep -q "<testsuite name=\"D&#39;Arc, Ann_77_assignsubmission_file_\" tests=\"1\" failures=\"0\" errors=\"0\">" \
    "$results/junit.xml" || wrong "junit.xml has no suite of Ann's"
! command -v xmllint >/dev/null || xmllint --noout "$results/junit.xml" || wrong "junit.xml is no XML"

graded --points reverse=5,add=2 "$course" "$results"
grep -q '^"Kim Lee",12345,7,2,5$' "$results/points.csv" || wrong "other points: $(cat "$results/points.csv")"
grep -q '^    Points Possible,,,2,5$' "$results/canvas.csv" || wrong "other points possible"
grep -q '^"Participant 77","D.Arc, Ann",2,7,-$' "$results/moodle.csv" || wrong "other points in moodle.csv"
"$grade" --points add "$course" "$results" >"$work/log" 2>&1
[ $? = 2 ] || wrong "a bad list is taken"
grep -q -- '--points needs a list such as add=2,lock=5' "$work/log" || wrong "a bad list: $(cat "$work/log")"

# Nothing but the journal, the reports and what was handed in has a name. The numbers stay.
rm "$results"/canvas.csv "$results"/moodle.csv
graded --anonymous "$course" "$results"
(cd "$results" && grep -liE 'kim|minh|arc|12345|4321|endless' -- *.*) && wrong "a table has a name"
for table in canvas moodle; do
    [ ! -e "$results/$table.csv" ] || wrong "$table.csv without names"
done
[ "$(sed 1d "$results/points.csv" | grep -cE '^"([0-9a-f]{8}|unknown-1)",,[0-2],[01],[01]$')" = 6 ] ||
    wrong "other rows: $(cat "$results/points.csv")"
cp "$results/points.csv" "$work/points.csv"
graded --anonymous "$course" "$results"
cmp "$work/points.csv" "$results/points.csv" || wrong "other numbers"

if command -v unzip >/dev/null; then
    (cd "$course" && cmake -E tar cf "$work/download.zip" --format=zip -- *_*)
    graded "$work/download.zip" "$work/unpacked"
    [ "$(sed 1d "$work/unpacked/points.csv" | wc -l)" = 4 ] || wrong "of the .zip: $(cat "$work/unpacked/points.csv")"
    before=$(wc -l <"$work/unpacked/journal")
    graded "$work/download.zip" "$work/unpacked"
    [ "$(wc -l <"$work/unpacked/journal")" = "$before" ] || wrong "the .zip was judged again"
fi
exit $failed
