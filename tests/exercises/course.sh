#!/bin/sh
# SPDX-License-Identifier: MIT
# course.sh ROOT BUILD CUCC: what ./run course makes: the exercises have their holes and no solutions, and are judged
# there; there is a slide for each race; and its own line grades thirty students, with a row for each file.
set -u
root=$1
export BUILT=1 BUILD="$2" CUCC="$3" REPOSITORY=https://example.org/somebody/cuda
here=$(realpath -- "$0") && here=${here%/*}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
chmod 755 "$work"
failed=0
wrong() {
    echo "$*"
    failed=1
}
course="$work/a course"
sh "$root/apps/grader/course.sh" "$course" >"$work/log" 2>&1 || wrong "course.sh: status $?: $(cat "$work/log")"
tail -n 1 "$work/log"
sh "$root/apps/grader/course.sh" "$course" >/dev/null 2>&1
[ $? = 2 ] || wrong "it would overwrite a course"
for usage in '' --all; do
    # shellcheck disable=SC2086 # none, or one
    sh "$root/apps/grader/course.sh" $usage >/dev/null 2>&1
    [ $? = 2 ] || wrong "course.sh '$usage' is no bad usage"
done

# students/: what is committed, without solutions and without what is for instructors
cd "$course/students" || exit 1
{ [ ! -e tests ] && [ ! -e apps/grader/classroom ]; } || wrong "solutions are handed out"
cksum "$here"/right/*.cu | cut -d ' ' -f 1,2 >"$work/solutions"
find . -name '*.cu' -exec cksum {} + | grep -F -f "$work/solutions" && wrong "that is a solution"
grep -q 'tests/exercises/right' exercises/README*.md && wrong "the students are told where solutions are"
grep -qF "JUDGE: \${{ vars.JUDGE || 'https://example.org/somebody/cuda' }}" .github/workflows/check.yml || wrong "no judge for GitHub"
for exercise in "$root"/exercises/*.cu; do
    [ -s "exercises/${exercise##*/}" ] || wrong "there is no ${exercise##*/}"
done
# what is not handed out is not offered, and refused in one line; programs are built without CMake's project
./run --help >"$work/log"
{ grep -q '[.]/run hint' "$work/log" && ! grep -Eq 'run (course|site|playground|action|test|new)|^To publish|--preset' "$work/log"; } ||
    wrong "./run --help: $(cat "$work/log")"
for command in site 'test full' 'new --check' action; do
    # shellcheck disable=SC2086 # words
    ./run $command >"$work/log" 2>&1
    { [ $? = 2 ] && [ "$(wc -l <"$work/log")" = 1 ] && grep -q 'only in the whole repository' "$work/log"; } ||
        wrong "./run $command: $(cat "$work/log")"
done
./run list >"$work/log" 2>&1
{ grep -q '^    dot: ' "$work/log" && grep -q '^    \[ \] 3 block_sum: ' "$work/log" && ! grep -q 'modern/\|gpus/' "$work/log"; } || wrong "./run list: $(cat "$work/log")"
tools/configure.sh "$work/build"
[ $? = 2 ] || wrong "programs are not built by cucc alone"
./run check --cpu reverse >"$work/log" 2>&1
{ [ $? = 1 ] && grep -q '^reverse: failed' "$work/log"; } || wrong "a template is not judged: $(cat "$work/log")"
cp "$here/right/reverse.cu" mine.cu
./run check --cpu mine.cu >"$work/log" 2>&1 || wrong "a solution does not pass: $(cat "$work/log")"

# slides.html and README.md: each file that they name is there, and each race has its slide
cd "$course" || exit 1
for page in pages/*.html; do
    grep -q "<a href=\"$page#lecture\" title=\"[a-z_]*: .*\">" slides.html || wrong "no slide for $page"
done
[ "$(grep -c '<a href="pages/' slides.html)" = "$(grep -c '^[a-z_]*: ' "$root/tools/pages.txt")" ] || wrong "not a slide for each race"
grep -q '@[A-Z]*@' README.md && wrong "README.md is not filled in"
grep -qxF "    $root" README.md || wrong "README.md does not say where the collection is"

# thirty students with two files each
passes=0
i=0
for exercise in add reverse; do
    for file in "$here/right/$exercise"*.cu "$here/wrong/$exercise"*.cu "$root/exercises/$exercise.cu"; do
        echo "$file"
    done
done >"$work/files"
while [ $i -lt 30 ]; do
    for turn in 1 2; do
        file=$(sed -n "$(((2 * i + turn - 1) % $(grep -c . "$work/files") + 1))p" "$work/files")
        mkdir -p "submissions/student $i" && cp "$file" "submissions/student $i/$turn.cu"
        case $file in */right/*) passes=$((passes + 1)) ;; esac
    done
    i=$((i + 1))
done
begin=$(date +%s)
./grade >"$work/log" 2>&1 || wrong "grade: status $?: $(cat "$work/log")"
echo "60 files of 30 students graded in $(($(date +%s) - begin)) s"
jq -r '[.student, .passed] | @tsv' results/grades.json >"$work/rows" || wrong "grades.json cannot be read"
[ "$(grep -c . "$work/rows")" = 60 ] || wrong "$(grep -c . "$work/rows") rows, not 60"
[ "$(cut -f 1 "$work/rows" | sort -u | grep -c .)" = 30 ] || wrong "rows of others than 30 students"
[ "$(grep -c 'true$' "$work/rows")" = $passes ] || wrong "not $passes files passed: $(sort "$work/rows" | uniq -c)"
[ "$(tail -n +2 results/grades.csv | grep -c .)" = 60 ] || wrong "grades.csv has not 60 rows"
[ -s results/index.html ] || wrong "there is no results/index.html"
mv submissions/'student 0' one && rm -r submissions && mkdir submissions && mv one submissions/
./grade >"$work/log" 2>&1 || wrong "graded again: status $?: $(cat "$work/log")"
[ "$(find . -maxdepth 1 -name 'results*' | grep -c .)" = 2 ] || wrong "the first results are not kept"
exit $failed
