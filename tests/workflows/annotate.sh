#!/bin/sh
# SPDX-License-Identifier: MIT
# annotate.sh ROOT CUCC: a student's repository, judged by .github/annotate.sh: what of each file is said, at which line, and
# with which words. CUCC is the compiler.
set -u
root=$1
export CUCC="$2"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
wrong() {
    echo "$*"
    failed=1
}
mkdir -p "$work/mine/week 1" "$work/mine/headers" "$work/mine/.git" && cd "$work/mine" || exit 1

# Planted bugs: a race in a folder and a file with blanks in their names, in a file whose name is hard to write down, in a
# header; others whose reports also name where memory was allocated, or only the launch; one that is a warning. Each is said
# once, though each order of the warps has it.
planted=$root/tests/planted
cp "$planted/race_bitmap.cu" 'week 1/race bitmap.cu'
cp "$planted/race_bitmap.cu" 'week 1/50%, or: so.cu'
sed '/^int main/,$d' "$planted/race_bitmap.cu" >headers/paint.cuh
{ echo '#include "../headers/paint.cuh"' && sed -n '/^int main/,$p' "$planted/race_bitmap.cu"; } >'week 1/in a header.cu'
cp "$planted/barrier_break.cu" "$planted/barrier_early_return.cu" "$planted/global_blur.cu" "$planted/trap.cu" .
# the same without the bug
{ echo '#define MENDED' && cat "$planted/race_bitmap.cu"; } >right.cu
# what does not compile: by itself, in a header, for want of CUDA's library, for want of the rest of a program
printf '%s\n' '__global__ void k(int *p)' '{' '    *p = nowhere;' '}' 'int main()' '{' '    int 100%;' '    k<<<1, 1>>>(0);' '}' \
    >errors.cu
printf '%s\n' '#pragma once' 'inline int two() { return "2"; }' >headers/two.h
printf '%s\n' '#include "headers/two.h"' 'int main() { return two(); }' >error_in_header.cu
cp "$planted/compile/groups_large_tile.cu" .
printf '%s\n' '// what only a toolkit has' '#include <cufft.h>' >headers/fft.h
printf '%s\n' '#include "headers/fft.h"' 'int main() {}' >fft.cu
echo 'int helper() { return 1; }' >part.cu
printf '%s\n' 'int other();' 'int main()' '{' '    return other();' '}' >unlinked.cu
# what goes wrong by itself
echo 'int main() { for (;;) ; }' >hangs.cu
printf '%s\n' '#include <cstdio>' '#include <cstdlib>' 'int main() { fprintf(stderr, "no: 50%%\n"); exit(5); }' >status.cu
printf '%s\n' '#include <cstdlib>' 'int main() { abort(); }' >signal.cu
printf '%s\n' '#include <cstdio>' 'int main() { for (;;) puts("more and more and more and more and more"); }' >writes.cu
# what says how it was run, and what GitHub must not take at its word
cat >says.cu <<'EOT'
#include <cstdio>
#include <cstdlib>
int main(int argc, char **argv)
{
    FILE *f = fopen("runs", "a");
    fprintf(f, "%s %d %s\n", getenv("CPU_DEVICE_SEED"), argc, argv[argc - 1]);
    fclose(f);
    printf("::error file=says.cu::not true");
}
EOT
echo 'int main() { return 1; }' >.git/hidden.cu

: >"$work/summary"
GITHUB_STEP_SUMMARY=$work/summary "$root/.github/annotate.sh" --seeds 2 --timeout 10 --arguments '-n 3*' >"$work/out" 2>"$work/err"
status=$?
[ $status = 1 ] || wrong "status $status: $(cat "$work/out" "$work/err")"
[ ! -s "$work/err" ] || wrong "it says on standard error: $(cat "$work/err")"
# workflow commands that are in force: not those that programs print
awk '/^::stop-commands::/ { stop = substr($0, 18); next } stop { if ($0 == "::" stop "::") stop = ""; next } /^::/' "$work/out" >"$work/commands"
grep -E '^::(error|warning)' "$work/commands" >"$work/annotations"
grep -Ev '^::(error|warning|group|endgroup)' "$work/commands" && wrong "other commands than these"

# line_of FILE NAME: of the comment // {NAME}
line_of() {
    grep -n "// {$2}\$" "$1" | cut -d : -f 1
}
# first_line FILE: the first that the device is to say, as the comments have it
first_line() {
    line_of "$1" "$(sed -n 's/.*CPU says .*[.]cu:{\([a-z]*\)}.*/\1/p' "$1" | head -n 1)"
}
# said COMMAND: an annotation that begins like this, just once.
said() {
    count=$(cut -c "1-${#1}" "$work/annotations" | grep -cxF -- "$1")
    [ "$count" = 1 ] || wrong "$count times: $1"
    expected=$((expected + 1))
}
expected=0
write=$(line_of 'week 1/race bitmap.cu' write) read=$(line_of 'week 1/race bitmap.cu' read)
said "::error file=week 1/race bitmap.cu,line=$write,title=race on shared memory::kernel paint, block (0,0,0), variable square%0Athread "
grep -q "^::error file=week 1/race.*%0Athread ([0-9,]*) reads at race bitmap.cu:$read%0A" "$work/annotations" || wrong "where it reads is not said"
said "::error file=week 1/50%25%2C or%3A so.cu,line=$write,title=race on shared memory::kernel paint"
said "::error file=headers/paint.cuh,line=$(line_of headers/paint.cuh write),title=race on shared memory::kernel paint"
said "::error file=barrier_break.cu,line=$(first_line barrier_break.cu),title=divergent barrier%3A the threads of a block wait at different barriers::"
said "::error file=global_blur.cu,line=$(first_line global_blur.cu),title=race on global memory::"
said "::error file=trap.cu,line=$(grep -n '<<<' trap.cu | cut -d : -f 1),title=__trap()::"
said "::warning file=barrier_early_return.cu,line=$(first_line barrier_early_return.cu),title=barrier left by exited threads::"
said '::error file=errors.cu,line=3,title=does not compile::'
grep '^::error file=errors.cu,line=7,title=does not compile::' "$work/annotations" >"$work/more" || wrong "one error of errors.cu is not said"
expected=$((expected + $(grep -c . "$work/more")))
said '::error file=headers/two.h,line=2,title=does not compile::invalid conversion'
said '::error file=headers/fft.h,line=2,title=does not compile::#error the CPU device has no cuFFT'
said "::error file=groups_large_tile.cu,line=$(grep -n 'tiled_partition<64>' groups_large_tile.cu | cut -d : -f 1),title=does not compile::static assertion failed: the CPU device has no tiles"
said '::error file=part.cu,title=does not compile::There is no main() in it.'
sed -i 's/unlinked.cu,line=4,/unlinked.cu,/' "$work/annotations" # some linkers do not know the line
said '::error file=unlinked.cu,title=does not compile::undefined reference to `other()'
said '::error file=hangs.cu,title=takes too long::With CPU_DEVICE_SEED=0 it had not ended after 10 seconds.'
said '::error file=status.cu,title=ends with status 5::With CPU_DEVICE_SEED=0.%0Ano: 50%25'
said '::error file=signal.cu,title=ends with signal ABRT::With CPU_DEVICE_SEED=0.'
said '::error file=writes.cu,title=writes too much::'
[ "$(grep -c . "$work/annotations")" = "$expected" ] || wrong "not $expected annotations, but: $(cat "$work/annotations")"
[ "$(cat runs)" = '0 3 3*
1 3 3*' ] || wrong "another seed, or other arguments: $(cat runs)"
grep -q '^::error file=says.cu::not true$' "$work/out" || wrong "what a program prints is not shown"

# The table: what is said, and what passed.
[ "$(head -n 1 "$work/summary")" = '### CUDA files: 3 passed, 16 failed' ] || wrong "the summary begins $(head -n 1 "$work/summary")"
for row in "| week 1/race bitmap.cu | $write | error: race on shared memory: kernel paint, block (0,0,0), variable square |" \
    "| week 1/50%, or: so.cu | $write | error: race on shared memory: kernel paint, block (0,0,0), variable square |" \
    '| right.cu |  | passed: 2 orders of the warps |' '| says.cu |  | passed: 2 orders of the warps |' \
    '| barrier\_early\_return.cu |  | passed: 2 orders of the warps |' \
    '| hangs.cu |  | error: takes too long: With CPU\_DEVICE\_SEED=0 it had not ended after 10 seconds. |'; do
    grep -qxF -- "$row" "$work/summary" || wrong "no row: $row"
done
[ "$(tail -n +5 "$work/summary" | grep -c .)" = $((expected + 3)) ] || wrong "other rows: $(cat "$work/summary")"

# As the action calls it, with its inputs: each that is declared is handed on.
inputs=$(awk '/^inputs:/ { on = 1; next } /^[a-z]/ { on = 0 } on && /^  [a-z]+:/ { sub(/:/, ""); print $1 }' "$root/action.yml")
for input in $inputs; do
    grep -q "[$]{{ inputs.$input }}" "$root/action.yml" || wrong "the input $input is not used"
done
default() {
    awk -v input="  $1:" '$0 == input { on = 1 } on && /default:/ { sub(/^[^:]*: /, ""); gsub(/"/, ""); print; exit }' "$root/action.yml"
}
call() { # FILES: with all other inputs as they are by default
    sed -n '/^ *run: >-/,$p' "$root/action.yml" | sed 1d | tr '\n' ' ' >"$work/step"
    GITHUB_ACTION_PATH=$root FILES=$1 ARGUMENTS=$(default arguments) OPTIONS=$(default options) SEEDS=$(default seeds) \
        TIMEOUT=$(default timeout) GITHUB_STEP_SUMMARY=$work/summary sh -e "$work/step" >"$work/out" 2>&1
}
: >"$work/summary"
call 'right.cu
says.*' || wrong "two right files: status $?: $(cat "$work/out")"
[ "$(head -n 1 "$work/summary")" = '### CUDA files: 2 passed, 0 failed' ] || wrong "two right files: $(cat "$work/summary")"
[ "$(tail -n 3 runs)" = '0 1 '"$(tail -n 1 runs | cut -d ' ' -f 3)"'
1 1 '"$(tail -n 1 runs | cut -d ' ' -f 3)"'
2 1 '"$(tail -n 1 runs | cut -d ' ' -f 3)" ] || wrong "not three orders without arguments: $(tail -n 3 runs)"
mkdir "$work/one" && cp 'week 1/race bitmap.cu' "$work/one" && cd "$work/one" || exit 1
call "$(default files)" && wrong "a wrong file: $(cat "$work/out")"
call 'no/such.cu' && wrong "no file: $(cat "$work/out")"
grep -qx '::error::annotate: no file here matches no/such.cu' "$work/out" || wrong "no file: $(cat "$work/out")"
exit $failed
