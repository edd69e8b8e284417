#!/bin/sh
# SPDX-License-Identifier: MIT
# check.sh ROOT CUCC: ./run check and ./run hint as a student uses them: names, files, hints, bad input; JSON; a limit of time.
set -u
root=$1 cucc=$2
export CHECK_PROGRESS=off
here=$(realpath -- "$0") && here=${here%/*}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
wrong() {
    echo "$*"
    failed=1
}
# expect STATUS TEXT COMMAND...: the command ends so, and says that on stdout or stderr.
expect() {
    status=$1 text=$2
    shift 2
    CUCC=$cucc "$@" >out 2>err
    [ $? = "$status" ] || wrong "$*: not status $status: $(cat out err)"
    cat out err | grep -Eq "$text" || wrong "$*: no '$text' in: $(cat out err)"
}

mkdir mine && cp "$here/right/reverse.cu" mine/my_own.cu
expect 0 '^reverse: passed$' "$root/run" check --cpu --seeds 2 mine/my_own.cu
grep -q '^right: 8 cases, each with 2 orders' out || wrong "not with two orders: $(cat out)"
# the template, by its name
expect 1 'failed: a wrong result' "$root/run" check --cpu reverse
grep -q './run hint reverse' out || wrong "no word of a hint: $(cat out)"
expect 1 'error: .*oops' "$root/run" check --cpu "$(sed 's/int i/oops i/' mine/my_own.cu >broken.cu && echo broken.cu)"
grep -q 'failed: it does not compile' out || wrong "$(cat out)"
grep -q 'Step by step' out && wrong "the page of a launch that never was: $(cat out)"
# of several reports the first, and what the others are
sed 's/__syncthreads();.*/int opposite = cache[blockDim.x - 1 - i]; if (i == 0) return; __syncthreads();/
    s/data.i. = cache.*/data[i] = opposite;/' mine/my_own.cu >several.cu
expect 1 '^[(]1 more report: barrier left by exited threads[)]$' "$root/run" check --cpu --seeds 1 several.cu
sed 's/__syncthreads();/while (((volatile int *)cache)[0] != -7) ;/' mine/my_own.cu >waits.cu
CHECK_SECONDS=1 expect 1 'takes more than 1 seconds of processor time' "$root/run" check --cpu waits.cu
# where a loop without end is, long before the time limit
sed 's/__syncthreads();/int k = 0; while (k >= 0) k = (k + data[i]) \& 7;/' mine/my_own.cu >loops.cu
CUCC=$cucc CHECK_SECONDS=600 "$root/run" check --cpu --seeds 1 loops.cu >out 2>err &
judge=$! left=600
while ! grep -q 'has been running for .* at loops.cu:[0-9]' err && kill -0 $judge 2>/dev/null && [ $left != 0 ]; do
    sleep 0.5 && left=$((left - 1))
done
kill $judge && wait $judge
grep -q 'has been running for .* at loops.cu:[0-9]' err || wrong "it does not say where the loop is: $(tail -n 5 err)"
expect 1 '^[{]"exercise":"dot","passed":false,"verdict":"failed","why":"race on shared memory; the result is right",.*"text":"=' \
    "$root/run" check --cpu --json "$here/wrong/dot_last_adds.cu"
! command -v jq >/dev/null 2>&1 || [ "$(jq -r .text out | grep -c 'dot_last_adds.cu:')" = 2 ] || wrong "JSON: $(cat out)"
# a header beside the file, one below it, and what may not be in them or come from elsewhere
mkdir -p headers/part && sed '/^#include "judge/a\\#include "part/near.cuh"' "$here/right/reverse.cu" >headers/reverse.cu
printf '%s\n' '#ifndef NEAR_CUH' '#define NEAR_CUH' '#include "../far.h"' '#include <cuda_runtime.h>' \
    '__device__ inline int two() { return half_of(4); }' '#endif' >headers/part/near.cuh
printf '%s\n' '#pragma once' '__device__ inline int half_of(int n) { return n / 2; }' >headers/far.h
expect 0 '^reverse: passed$' "$root/run" check --cpu --seeds 1 headers/reverse.cu
echo '#pragma GCC optimize("O0")' >>headers/far.h
expect 1 'not accepted: far.h:3: #pragma GCC' "$root/run" check --cpu headers/reverse.cu
printf '%s\n' '#pragma once' 'int half_of(int n) { return n / 2; }' >headers/far.h
if [ -e "$(${CXX:-g++} -print-file-name=plugin)/include/gcc-plugin.h" ]; then
    expect 1 'half_of.* is a function of the host' "$root/run" check --cpu headers/reverse.cu
fi
sed 's|part/near.cuh|../mine/my_own.cu|' headers/reverse.cu >headers/above.cu
expect 1 'my_own.cu: take it out' "$root/run" check --cpu headers/above.cu
mkdir headers/judge && echo '#error not the judge' >headers/judge/reverse.h && cp mine/my_own.cu headers/own.cu
expect 0 '^reverse: passed$' "$root/run" check --cpu --seeds 1 headers/own.cu
# paths that begin in the folder where it is called
build=$(CUCC=$cucc "$cucc" --folder)
mkdir files && ln -s "$build" build
CUCC_BUILD=build TMPDIR=files expect 0 '^reverse: passed$' "$root/run" check --cpu --seeds 1 mine/my_own.cu
[ -z "$(ls files)" ] || wrong "left in the folder for temporary files: $(ls files)"
# one set of inputs, again
expect 1 'data.0. is' "$root/run" check --cpu --inputs 7 reverse
mv out first
expect 1 'data.0. is' "$root/run" check --cpu --inputs 7 reverse
cmp -s first out || wrong "other inputs by the same number: $(diff first out)"

expect 0 'has stored?|may not have stored' "$root/run" hint reverse 2
expect 0 '__syncthreads' "$root/run" hint reverse 3
expect 0 'next one: ./run hint reverse 2' "$root/run" hint reverse
expect 0 '^17 early_host: ' "$root/run" check --list
seq "$(find "$root/exercises" -maxdepth 1 -name '*.cu' | wc -l)" >numbers
cut -d ' ' -f 1 out | cmp -s - numbers || wrong "the list: $(cat out)"

# the table of the README has them all, in the same order and with the same words
sed -n 's/^| \([0-9]*\) | \[\([a-z_]*\)\](\2\.cu) | \([^|]*\) |.*/\1 \2: \3/p' "$root/exercises/README.md" >table
sed 's/[.]$//' out | cmp -s - table || wrong "exercises/README.md: $(sed 's/[.]$//' out | diff - table)"

echo 'int i;' >none.cu
for arguments in "check nothing" "check none.cu" "check missing.cu" "check judge" "check --seeds 0 add" "check --what add" \
    "check --inputs" "check --inputs x add" "hint" "hint nothing" "hint add 4"; do
    # shellcheck disable=SC2086 # words
    expect 2 '^check: ' "$root/run" $arguments
done
[ "$(ls -A mine)" = my_own.cu ] || wrong "left beside the file: $(ls -A mine)"
exit $failed
