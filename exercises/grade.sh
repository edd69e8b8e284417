#!/bin/sh
# SPDX-License-Identifier: MIT
# grade.sh FOLDER RESULTS [JOBS]: judges all submissions of a course: FOLDER has a folder for each student, with .cu files in
# it, or the files themselves. Writes RESULTS/grades.csv, RESULTS/grades.json (a line for each file), RESULTS/index.html (who
# has passed what) and RESULTS/reports (what the judge said). Each runs in a sandbox (sandbox.sh), JOBS at a time (the
# processors). GRADE_SECONDS limits each run (60).
set -u
here=$(realpath -- "$0") && here=${here%/*}

die() {
    echo "grade: $*" >&2
    exit 2
}

# One submission, for xargs: --one FOLDER RESULTS FILE, which is relative to FOLDER.
if [ "${1:-}" = --one ]; then
    folder=$2 results=$3 file=$4
    student=${file%%/*} begin=$(date +%s)
    [ "$student" != "$file" ] || student=${file%.cu}
    report=$(echo "${file%.cu}" | tr '/' '-')
    CHECK_SECONDS=${GRADE_SECONDS:-60} CHECK_SANDBOX=$here/sandbox.sh "$here/check.sh" --json "$folder/$file" \
        >"$results/reports/$report.json" 2>"$results/reports/$report.log"
    [ -s "$results/reports/$report.json" ] || # it cannot be judged, and the log says why
        jq -cRs '{exercise: "", passed: false, why: .[:200] | gsub("\n"; ""), runs: 0, text: "", gpu: ""}' \
            <"$results/reports/$report.log" >"$results/reports/$report.json"
    rm "$results/reports/$report.log"
    jq -c --arg student "$student" --arg file "$file" --arg report "$report" --argjson seconds $(($(date +%s) - begin)) \
        '{$student, $file, $report, $seconds} + .' "$results/reports/$report.json" >"$results/reports/$report.grade" || exit 1
    jq -r '.text' "$results/reports/$report.json" >"$results/reports/$report.txt"
    rm "$results/reports/$report.json"
    exit 0
fi

{ [ $# -ge 2 ] && [ $# -le 3 ]; } || die "usage: grade.sh FOLDER RESULTS [JOBS]"
[ -d "$1" ] || die "there is no folder $1"
for needed in bwrap jq; do
    command -v $needed >/dev/null 2>&1 || die "$needed is missing: apt-get install bubblewrap jq"
done
folder=$(realpath -- "$1")
[ ! -e "$2" ] || die "$2 is there already"
mkdir -p "$2/reports" && results=$(realpath -- "$2") || exit 2
jobs=${3:-$(nproc)}
case $jobs in '' | 0* | *[!0-9]*) die "JOBS is a whole number of 1 or more, not '$jobs'" ;; esac
"${CUCC:-$here/../cpu_device/cucc}" --build || die "the CPU device cannot be built"
# a first try, which says what is wrong with the sandbox itself
trial=$(mktemp -d) || exit 2
trap 'rm -rf "$trial"' EXIT
[ "$(id -u)" != 0 ] || chown nobody:nogroup "$trial"
said=$("$here/sandbox.sh" "$trial" true 2>&1) || die "the sandbox does not work here: $said"

cd "$folder" || exit 2
find . -name '*.cu' -type f | sed 's|^\./||' | sort >"$trial/files"
[ -s "$trial/files" ] || die "there is no .cu file in $folder"
xargs -d '\n' -P "$jobs" -I FILE "$here/grade.sh" --one "$folder" "$results" FILE <"$trial/files"

cat "$results"/reports/*.grade >"$results/grades.json" && rm "$results"/reports/*.grade
{
    echo 'student,file,exercise,passed,why,runs,seconds'
    jq -r '[.student, .file, .exercise, .passed, .why, .runs, .seconds] | @csv' "$results/grades.json"
} >"$results/grades.csv"
"$here/check.sh" --list | sed 's/^[0-9]* //; s/:.*//' | jq -R . | jq -s . >"$trial/exercises"
jq -rs --slurpfile exercises "$trial/exercises" -f "$here/grades.jq" "$results/grades.json" >"$results/index.html" || exit 2
files=$(grep -c . "$results/grades.json") passed=$(jq -s 'map(select(.passed)) | length' "$results/grades.json")
echo "$files submissions, $passed passed: $results/index.html, grades.csv, grades.json"
