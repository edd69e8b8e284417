#!/bin/sh
# SPDX-License-Identifier: MIT
# programs.sh ROOT BUILD: ./run list and ./run NAME, with the programs of a build folder.
set -u
root=$1
export BUILD="$2" BUILT=1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
wrong() {
    echo "$*"
    failed=1
}
"$root/run" list >names || wrong "./run list: status $?"
for file in "$root"/chapter05/*.cu "$root"/modern/*.cu "$root"/gpus/*.cu; do
    name=${file##*/}
    grep -q "^    ${name%.cu}: [a-z]" names || wrong "./run list does not name $name"
done
[ "$(grep -c '^    [a-z_]*: ' names)" = "$(find "$root/chapter05" "$root/modern" "$root/gpus" -name '*.cu' | wc -l)" ] || wrong "./run list: $(cat names)"
for exercise in "$root"/exercises/*.cu; do
    exercise=${exercise##*/}
    grep -q "^    \[.\] [0-9]* ${exercise%.cu}: [a-z]" names || wrong "./run list does not have the exercise $exercise"
done
# what has passed, and what comes next
printf '%s passed passed 1 1 0\t/none\t\n' add reverse window >progress
CHECK_PROGRESS=$PWD/progress "$root/run" list >listed || wrong "./run list: status $?"
{ grep -q '^    \[x\] 1 add: ' listed && grep -q '^    \[ \] 3 block_sum: ' listed && [ "$(grep -c '^    \[x\]' listed)" = 3 ]; } ||
    wrong "./run list: not what has passed: $(cat listed)"
CHECK_PROGRESS=$PWD/progress "$root/run" >next || wrong "./run: status $?"
for line in '^Exercise 3 of [0-9]*, of which 3 have passed' '^  read *chapter05/dot.md$' '^  run *./run dot$' '^  solve *./run check block_sum$'; do
    grep -q "$line" next || wrong "./run: no line $line in $(cat next)"
done
sed -n '2s|^// [0-9]* \([a-z_]*\): .*|\1 passed passed 1 1 0|p' -s "$root"/exercises/*.cu >progress
CHECK_PROGRESS=$PWD/progress "$root/run" >next
grep -q '^All [0-9]* exercises have passed' next || wrong "./run, with all passed: $(cat next)"
"$root/run" dot >out 2>err || wrong "./run dot: status $?"
grep -q '^Does GPU value 405502' out || wrong "./run dot: $(cat out err)"
grep -Eq '^run: on the (CPU device|GPU), dot$' err || wrong "it does not say where it runs: $(cat err)"
"$root/run" dot_unsynced --runs 3 >out 2>err
status=$?
# on a GPU it is right at times
if grep -q '^Yes' out; then [ $status = 0 ]; else [ $status = 1 ]; fi ||
    wrong "./run dot_unsynced: not the status of the lesson, but $status: $(cat out err)"
# each refuses an option that it does not have, in one line besides the one of ./run
sed -n 's/^    \([a-z_]*\): .*/\1:/p' names >programs
while IFS=: read -r name _; do
    [ -x "$BUILD/cpu/$name" ] || [ -x "$BUILD/gpu/$name" ] || continue # for several GPUs, without MPI
    "$root/run" "$name" --oops >out 2>err </dev/null
    status="status $?, $(grep -vc '^run: ' err) line, $(wc -c <out) bytes"
    [ "$status" = "status 2, 1 line, 0 bytes" ] || wrong "./run $name --oops: $status: $(cat out err)"
done <programs
exit $failed
