#!/bin/sh
# SPDX-License-Identifier: MIT
# classroom.sh ROOT: runs the steps of apps/grader/classroom/check.yml as a runner would, in a repository of solutions.
set -u
root=$1
export CHECK_PROGRESS=off
here=$(realpath -- "$0") && here=${here%/*}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
wrong() {
    echo "$*"
    failed=1
}
mkdir "$work/temp" "$work/home"
git init -q "$work/mine" && cd "$work/mine" || exit 1
cp "$here/right/add.cu" .

# the lines of a step's `run: |`, or its one line
step() {
    awk -v name="- name: $1" '
        index($0, "- name: ") { on = index($0, name) > 0; block = 0 }
        on && /^ *run: [^|]/ { sub(/^ *run: /, ""); print }
        on && block && /^          / { print substr($0, 11) }
        on && /^ *run: [|]/ { block = 1 }' "$root/apps/grader/classroom/check.yml"
}
run_step() {
    step "$1" >"$work/step"
    [ -s "$work/step" ] || wrong "there is no step '$1'"
    JUDGE=$root RUNNER_TEMP=$work/temp bash -e "$work/step" >"$work/out" 2>&1
}
# a clone of what is committed would lack what is being tried: the folder itself stands for it
# shellcheck disable=SC2016 # the step's own variables
step 'Get the judge' | grep -q '^git clone -q --depth 1 "$JUDGE" "$RUNNER_TEMP/judge"$' || wrong "another way to get the judge"
ln -s "$root" "$work/temp/judge"

mkdir exercises chapter05 && cp "$root/exercises/add.cu" exercises/ && cp "$root/chapter05/dot.cu" chapter05/ # as handed out
# in another language
sed '4,/^$/{/^\/\/ [A-Z]/d}; s|// your code|// 你的代码|' "$root/exercises/reverse.cu" >exercises/reverse.cu
cmp -s exercises/reverse.cu "$root/exercises/reverse.cu" && wrong "that is no other language"
git add add.cu exercises chapter05
run_step 'Judge the solutions' || wrong "a right solution fails: $(cat "$work/out")"
grep '^::group::exercises/' "$work/out" && wrong "that is as it was handed out"
sed 's|    // your code|    data[i] = i;|' "$root/exercises/reverse.cu" >exercises/reverse.cu
run_step 'Judge the solutions' && wrong "a changed exercise is not judged: $(cat "$work/out")"
rm exercises/reverse.cu && git rm -q --cached exercises/reverse.cu
cp "$here/wrong/dot_last_adds.cu" . && git add dot_last_adds.cu
run_step 'Judge the solutions' && wrong "a wrong solution passes: $(cat "$work/out")"
grep -q '^::error file=dot_last_adds.cu::dot: failed: race on shared memory' "$work/out" || wrong "no annotation: $(cat "$work/out")"

# names and messages that look like workflow commands
name=$(printf 'two\n::error::by a name, 100%%.cu')
printf '%s\n' '#error \n::error::by a message' >"$name" && git add -- "$name"
run_step 'Judge the solutions' && wrong "it passes: $(cat "$work/out")"
grep -q '^::error file=two%0A%3A%3Aerror%3A%3Aby a name%2C 100%25.cu::' "$work/out" || wrong "no annotation: $(cat "$work/out")"
awk '/^::stop-commands::/ { stop = substr($0, 18); next } stop { if ($0 == "::" stop "::") stop = ""; next } /^::error::/' \
    "$work/out" >"$work/commands"
[ ! -s "$work/commands" ] || wrong "a workflow command: $(cat "$work/commands")"
exit $failed
