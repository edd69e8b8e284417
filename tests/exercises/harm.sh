#!/bin/sh
# SPDX-License-Identifier: MIT
# harm.sh GRADE CUCC_BUILD: programs that try to do harm, in the sandbox and as submissions, which are refused: nothing
# is left behind. GRADE is apps/grader/grade.sh.
set -u
grade=$1 build=$2 root=${1%/apps/grader/grade.sh}
here=$(realpath -- "$0") && here=${here%/*}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
failed=0
wrong() {
    echo "$*"
    failed=1
}

# What host code could do if it were let in: a program in the sandbox, with the status after "Status:" in its comment.
user=
[ "$(id -u)" != 0 ] || user='setpriv --reuid=nobody --regid=nogroup --clear-groups'
mkdir "$work/box" "$work/tmp" && { [ -z "$user" ] || chown nobody "$work/box"; }
# harms [COMMAND...]: each of these programs, in a sandbox that COMMAND starts.
harms() {
    for file in "$here"/harm/*.cu; do
        name=${file##*/} && name=${name%.cu}
        (ulimit -f 131072 && exec 9<"$0" && HARM_TOKEN=1 CUCC_BUILD=$build exec timeout -k 5 60 "$@" "$root/apps/grader/sandbox.sh" "$work/box" "$bin/$name") \
            >"$work/out" 2>&1
        status=$?
        [ $status = "$(sed -n 's/.*Status: //p' "$file")" ] || wrong "$name${1:+ by $1}: status $status: $(head -c 1000 "$work/out")"
        rm -f "$work/out"
    done
}
bin=$work/box/bin && mkdir "$bin"
for file in "$here"/harm/*.cu; do
    name=${file##*/} && name=${name%.cu}
    CUCC_BUILD=$build "$root/cpu_device/cucc" -w -I"$root/exercises" -o "$bin/$name" "$file" || wrong "$name does not compile"
done
harms
# An ordinary user has no cgroup here, as a rule.
# shellcheck disable=SC2086 # words
[ -z "$user" ] || ! $user test -r "$root/apps/grader/sandbox.sh" || harms $user

# A cgroup of version 2, played by folders: the limit is set, the first process put in, and what it says believed.
mkdir -p "$work/groups$(sed -n 's/^0:://p' /proc/self/cgroup)"
# shellcheck disable=SC2016 # the inner shell's variables
JUDGE_CGROUPS=$work/groups CUCC_BUILD=$build "$root/apps/grader/sandbox.sh" "$work/box" sleep 4 &
sandbox=$!
sleep 1.5
group=$(find "$work/groups" -name 'judge.*')
[ "$(cat "$group/memory.max")" = 2147483648 ] || wrong "version 2: no limit in '$group'"
[ -s "$group/cgroup.procs" ] || wrong "version 2: no process in '$group'"
echo 'oom_kill 1' >"$group/memory.events"
wait $sandbox
status=$?
[ $status = 125 ] || wrong "version 2: status $status"
rm -r "$bin"
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
    why "$name" | grep -q '^not accepted: ' || wrong "$name: $(why "$name")"
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
CUCC_BUILD=$build "${grade%/*}/sandbox.sh" "$work/box" sh -c 'for i in $(seq 300); do sleep 1 & done' 2>"$work/err"
status=$?
# the first that cannot fork says so, if it is not ended before
[ $status = 122 ] || grep -qi fork "$work/err" || wrong "300 processes in a sandbox: status $status, $(cat "$work/err")"
pkill -P $many
wait $many

# What cannot be judged.
for arguments in "" "$work/none $work/x" "$work/tmp $work/x" "$work/course $work/tmp" "$work/course $work/x 0"; do
    # shellcheck disable=SC2086 # words
    CUCC_BUILD=$build "$grade" $arguments >"$work/out" 2>"$work/err"
    status=$?
    [ "$status $(grep -c . "$work/err")" = '2 1' ] || wrong "grade.sh $arguments: status $status, $(cat "$work/err")"
done
exit $failed
