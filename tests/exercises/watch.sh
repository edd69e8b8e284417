#!/bin/sh
# SPDX-License-Identifier: MIT
# watch.sh ROOT CUCC: ./run watch judges at every save, whether the file is written or another takes its place; a save ends
# a judging that is under way; after a pass comes the next exercise; Ctrl-C leaves nothing behind.
set -u
root=$1
export CUCC="$2"
here=$(realpath -- "$0") && here=${here%/*}
work=$(mktemp -d) || exit 1
watch=
trap '[ -z "$watch" ] || kill -9 $watch 2>/dev/null; rm -rf "$work"' EXIT
mkdir "$work/tree" "$work/tmp"
cp -pR "$root/exercises" "$root/apps" "$root/tools" "$root/run" "$work/tree"
cd "$work/tree" || exit 1
rm -f exercises/.progress exercises/*.cu && cp exercises/start/*.cu exercises
ln -s "$root/chapter05" "$root/cpu_device" .
unset CHECK_PROGRESS CPU_DEVICE_LANGUAGE
export LC_ALL=C.UTF-8 TMPDIR="$work/tmp" CHECK_SECONDS=3600 # what never ends is ended by a save or a signal
failed=0
wrong() {
    echo "$*"
    failed=1
}
# within TEXT COUNT: so many lines of the output have the text, before five minutes are over.
within() {
    left=1500
    until [ "$(grep -Ec "$1" "$work/out")" -ge "$2" ]; do
        left=$((left - 1))
        if [ $left = 0 ] || ! kill -0 $watch 2>/dev/null; then
            wrong "not $2 times '$1': $(cat "$work/out")"
            return 1
        fi
        sleep 0.2
    done
}
begin() {
    : >"$work/out"
    # sh ignores SIGINT for what it starts in the background
    env --default-signal=INT ./run watch "$@" >"$work/out" 2>&1 &
    watch=$!
}
# end_watch STATUS, by Ctrl-C: nothing of the program is left.
end_watch() {
    kill -INT $watch
    wait $watch
    status=$?
    watch=
    [ $status = "$1" ] || wrong "Ctrl-C: status $status: $(cat "$work/out")"
    [ -z "$(ls -A "$work/tmp")" ] || wrong "left in the folder for temporary files: $(ls -A "$work/tmp")"
    for process in /proc/[0-9]*; do
        ! { tr '\0' ' ' <"$process/cmdline"; } 2>/dev/null | grep -q "$work/tmp" || wrong "left: $(tr '\0' ' ' <"$process/cmdline")"
    done
}

mkdir mine
cp exercises/start/reverse.cu mine/own.cu
begin mine/own.cu
within '^reverse: failed: ' 1
sed 's|    // your code|    __syncthreads();\n    data[i] = cache[blockDim.x - 1 - i];|' exercises/start/reverse.cu >fixed
cat fixed >mine/own.cu # the same file, written
within '^reverse: passed$' 1
{ [ "$(grep -c '^own.cu:1[0-9]*: ' "$work/out")" = 2 ] && grep -q '^own.cu:17:     __syncthreads();$' "$work/out"; } ||
    wrong "not the two changed lines: $(cat "$work/out")"
sed 's/__syncthreads();//' "$here/right/reverse.cu" >mine/new && mv mine/new mine/own.cu # another file of that name
within '^reverse: failed: race on shared memory' 1
cp mine/own.cu mine/kept && mv mine/own.cu mine/own.cu~ && cp "$here/right/reverse.cu" mine/own.cu # as vim keeps a copy
within '^reverse: passed$' 2
# one that never ends is left for what is saved next
sed 's/__syncthreads();/while (((volatile int *)cache)[0] != -7) ;/' "$here/right/reverse.cu" >mine/new && mv mine/new mine/own.cu
within '^--- .* own.cu ---' 5 && sleep 2
cat "$here/right/reverse.cu" >mine/own.cu
within '^reverse: passed$' 3
! grep -q 'takes longer' "$work/out" || wrong "it waited for the end of the endless one: $(cat "$work/out")"
echo '// another file' >mine/other.cu # is not this one's business
[ "$(grep -c '^---' "$work/out")" = 6 ] || wrong "not six judgings for six saves: $(cat "$work/out")"
sed 's/__syncthreads();/while (((volatile int *)cache)[0] != -7) ;/' "$here/right/reverse.cu" >mine/new && mv mine/new mine/own.cu
within '^--- .* own.cu ---' 7 && sleep 2
end_watch 0 # in the middle of a run

# a check in the middle of a run
env --default-signal=INT ./run check --cpu mine/own.cu >"$work/out" 2>&1 &
watch=$!
until ls "$work"/tmp/judge.*/box/reverse.run >/dev/null 2>&1 || ! kill -0 $watch 2>/dev/null; do
    sleep 0.2
done
sleep 2
end_watch 130

# without a name: the path, from the first that has not passed
rm -f exercises/.progress
begin
within '^1 add: ' 1
cp "$here/right/add.cu" new && mv new exercises/add.cu
within '^Next: ./run check reverse' 1
within '^2 reverse: ' 1
cat "$here/right/reverse.cu" >exercises/reverse.cu
within '^3 block_sum: ' 1
end_watch 0
[ "$(grep -c passed exercises/.progress)" -ge 2 ] || wrong "the progress is not kept: $(cat exercises/.progress)"

for arguments in nothing none.cu; do
    ./run watch $arguments >"$work/out" 2>&1
    [ $? = 2 ] || wrong "./run watch $arguments: not status 2: $(cat "$work/out")"
done
exit $failed
