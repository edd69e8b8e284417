#!/bin/sh
# SPDX-License-Identifier: MIT
# findings.sh ROOT CUCC: what the device reports about a student's files becomes annotations at lines, each with its
# words. CUCC is the compiler.
# shellcheck disable=SC2154 # annotate.sh sets $root and $work
set -u
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/annotate.sh"

# Planted bugs: a race in a folder and a file with blanks in their names, in a file whose name is hard to write down, in a
# header; others whose reports also name where memory was allocated, or only the launch; one that is a warning. Each is said
# once, though each order of the warps has it.
planted=$root/cpu_device/tests/planted
cp "$planted/race_bitmap.cu" 'week 1/race bitmap.cu'
cp "$planted/race_bitmap.cu" 'week 1/50%, or: so.cu'
sed '/^int main/,$d' "$planted/race_bitmap.cu" >headers/paint.cuh
{ echo '#include "../headers/paint.cuh"' && sed -n '/^int main/,$p' "$planted/race_bitmap.cu"; } >'week 1/in a header.cu'
cp "$planted/barrier_break.cu" "$planted/barrier_early_return.cu" "$planted/global_blur.cu" "$planted/trap.cu" "$planted/large_frame.cu" .
# the same without the bug
{ echo '#define FIXED' && cat "$planted/race_bitmap.cu"; } >right.cu

annotates --seeds 2

# line_of FILE NAME: of the comment // {NAME}
line_of() {
    grep -n "// {$2}\$" "$1" | cut -d : -f 1
}
# first_line FILE: the first that the device is to say, as the comments have it
first_line() {
    line_of "$1" "$(sed -n 's/.*CPU [a-z]* [^{]*{\([a-z]*\)}.*/\1/p' "$1" | head -n 1)"
}
write=$(line_of 'week 1/race bitmap.cu' write) read=$(line_of 'week 1/race bitmap.cu' read)
said "::error file=week 1/race bitmap.cu,line=$write,title=race on shared memory::kernel paint, block (0,0,0), square[0][0]%0A"
grep -q "^::error file=week 1/race.*%0A.*thread ([0-9,]*) reads at race bitmap.cu:$read%0A" "$work/annotations" || wrong "where it reads is not said"
said "::error file=week 1/50%25%2C or%3A so.cu,line=$write,title=race on shared memory::kernel paint"
said "::error file=headers/paint.cuh,line=$(line_of headers/paint.cuh write),title=race on shared memory::kernel paint"
said "::error file=barrier_break.cu,line=$(first_line barrier_break.cu),title=divergent barrier%3A the threads of a block wait at different barriers::"
said "::warning file=barrier_break.cu,line=$(grep -n ' __syncthreads();' barrier_break.cu | head -n 1 | cut -d : -f 1),title=warning of the compiler::"
said "::error file=global_blur.cu,line=$(first_line global_blur.cu),title=race on global memory::"
said "::error file=trap.cu,line=$(grep -n ' __trap();' trap.cu | cut -d : -f 1),title=__trap()::"
said "::error file=large_frame.cu,line=$(grep -n '<<<' large_frame.cu | cut -d : -f 1),title=stack overflow::"
said "::warning file=barrier_early_return.cu,line=$(first_line barrier_early_return.cu),title=barrier left by exited threads::"
# A file that has only a warning has passed.
summary 2 7 "| week 1/race bitmap.cu | $write | error: race on shared memory: kernel paint, block (0,0,0), square\[0\]\[0\] |" \
    "| week 1/50%, or: so.cu | $write | error: race on shared memory: kernel paint, block (0,0,0), square\[0\]\[0\] |" \
    '| barrier\_early\_return.cu |  | passed: 2 orders of the warps |' '| right.cu |  | passed: 2 orders of the warps |'
exit "$failed"
