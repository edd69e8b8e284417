#!/bin/sh
# SPDX-License-Identifier: MIT
# harm.sh GRADE CUCC_BUILD: programs that want to do harm, in the sandbox, and as submissions, which are refused: nothing is left
# behind. GRADE is exercises/grade.sh.
set -u
grade=$1 build=$2 root=${1%/exercises/grade.sh}
here=$(realpath -- "$0") && here=${here%/*}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
failed=0
wrong() {
    echo "$*"
    failed=1
}

cgroup=
for base in "/sys/fs/cgroup$(sed -n 's/^0:://p' /proc/self/cgroup)" "/sys/fs/cgroup/memory$(sed -n 's/^[0-9]*:memory://p' /proc/self/cgroup)"; do
    mkdir "$base/harm.$$" 2>/dev/null || continue
    [ ! -w "$base/harm.$$/memory.max" ] && [ ! -w "$base/harm.$$/memory.limit_in_bytes" ] || cgroup=yes
    rmdir "$base/harm.$$"
done

# What host code could do if it were let in: a program in the sandbox, with the status behind "Status:" in its comment.
user=
[ "$(id -u)" != 0 ] || user='setpriv --reuid=nobody --regid=nogroup --clear-groups'
mkdir "$work/box" "$work/tmp" && { [ -z "$user" ] || chown nobody "$work/box"; }
for file in "$here"/harm/*.cu; do
    name=${file##*/} && name=${name%.cu}
    ! grep -q 'Needs a cgroup' "$file" || [ -n "$cgroup" ] || continue
    CUCC_BUILD=$build "$root/cpu_device/cucc" -w -I"$root/exercises" -o "$work/box/$name" "$file" || wrong "$name does not compile"
    (ulimit -f 131072 && CUCC_BUILD=$build exec timeout -k 5 10 "$root/exercises/sandbox.sh" "$work/box" "$work/box/$name") \
        >"$work/out" 2>&1
    status=$?
    [ $status = "$(sed -n 's/.*Status: //p' "$file")" ] || wrong "$name: status $status: $(head -c 1000 "$work/out")"
    rm -f "$work/out" "$work/box/$name"
done
[ -z "$(ls "$work/box")" ] || wrong "left in the box: $(ls "$work/box")"

mkdir -p "$work/course/a student" "$work/course/<b>&"
cp "$here"/harm/*.cu "$work/course"
cp "$here/right/add.cu" "$work/course/a student/sum, of two.cu"
cp "$here/wrong/add_one_more.cu" "$work/course/<b>&"
cp "$here/right/dot.cu" "$work/course/<b>&"
CUCC_BUILD=$build GRADE_SECONDS=10 TMPDIR=$work/tmp "$grade" "$work/course" "$work/results" 2 >"$work/out" 2>&1
status=$?
[ $status = 0 ] || wrong "status $status: $(cat "$work/out")"

why() {
    jq -r "select(.file == \"$1\") | if .passed then \"passed\" else .why end" "$work/results/grades.json"
}
for file in "$here"/harm/*.cu; do
    name=${file##*/}
    [ "$(why "$name")" = 'it has more than kernels' ] || wrong "$name: $(why "$name")"
done
[ "$(why 'a student/sum, of two.cu')" = passed ] || wrong "a right solution: $(why 'a student/sum, of two.cu')"
why '<b>&/add_one_more.cu' | grep -q 'illegal address' || wrong "a wrong solution: $(why '<b>&/add_one_more.cu')"
grep -q '^"a student","a student/sum, of two.cu","add",true,' "$work/results/grades.csv" || wrong "$(cat "$work/results/grades.csv")"
grep -q '<th scope=row>&lt;b&gt;&amp;</th><td>1</td>' "$work/results/index.html" || wrong "index.html: no row for <b>&"
grep -q 'These deserve a look' "$work/results/index.html" || wrong "index.html: nothing deserves a look"
[ -z "$(ls "$work/tmp")" ] || wrong "left in the folder for temporary files: $(ls "$work/tmp")"
! pgrep -f "$work" >/dev/null || wrong "still running: $(pgrep -af "$work")"
! ls /tmp/999 /dev/shm/999 2>/dev/null || wrong "files were left"

# Whoever grades may have many processes: here 300 more, of the user whose sandbox it is.
# shellcheck disable=SC2086,SC2016 # words; the inner shell's variables
$user sh -c 'for i in $(seq 300); do sleep 100 & done; wait' &
many=$!
until [ "$(pgrep -c -P $many sleep)" = 300 ]; do sleep 0.1; done
CUCC_BUILD=$build "${grade%/*}/sandbox.sh" "$work/box" true || wrong "no sandbox beside 300 processes"
# shellcheck disable=SC2016
CUCC_BUILD=$build "${grade%/*}/sandbox.sh" "$work/box" sh -c 'for i in $(seq 300); do sleep 1 & done' 2>"$work/err" &&
    wrong "300 processes in a sandbox"
grep -qi 'fork' "$work/err" || wrong "300 processes in a sandbox: $(cat "$work/err")"
pkill -P $many
wait $many

# What cannot be judged.
for arguments in "" "$work/none $work/x" "$work/tmp $work/x" "$work/course $work/results" "$work/course $work/x 0"; do
    # shellcheck disable=SC2086 # words
    CUCC_BUILD=$build "$grade" $arguments >"$work/out" 2>"$work/err"
    status=$?
    [ "$status $(grep -c . "$work/err")" = '2 1' ] || wrong "grade.sh $arguments: status $status, $(cat "$work/err")"
done
exit $failed
