#!/bin/sh
# SPDX-License-Identifier: MIT
# refused.sh ROOT CUCC: what the compiler says about a student's files becomes annotations at lines. CUCC is the
# compiler.
# shellcheck disable=SC2154 # annotate.sh sets $root and $work
set -u
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/annotate.sh"

# By itself, in a header, for want of CUDA's library, for want of the rest of a program.
printf '%s\n' '__global__ void k(int *p)' '{' '    *p = nowhere;' '}' 'int main()' '{' '    int 100%;' '    k<<<1, 1>>>(0);' '}' \
    >errors.cu
printf '%s\n' '#pragma once' 'inline int two() { return "2"; }' >headers/two.h
printf '%s\n' '#include "headers/two.h"' 'int main() { return two(); }' >error_in_header.cu
cp "$root/cpu_device/tests/planted/compile/ptx_unknown_instruction.cu" .
printf '%s\n' '// what only a toolkit has' '#include <cufft.h>' >headers/fft.h
printf '%s\n' '#include "headers/fft.h"' 'int main() {}' >fft.cu
echo 'int helper() { return 1; }' >part.cu
printf '%s\n' 'int other();' 'int main()' '{' '    return other();' '}' >unlinked.cu

annotates --seeds 1
said '::error file=errors.cu,line=3,title=does not compile::'
grep '^::error file=errors.cu,line=7,title=does not compile::' "$work/annotations" >"$work/more" || wrong "one error of errors.cu is not said"
expected=$((expected + $(grep -c . "$work/more")))
said '::error file=headers/two.h,line=2,title=does not compile::invalid conversion'
said '::error file=headers/fft.h,line=2,title=does not compile::the CPU device has no cuFFT'
said "::error file=ptx_unknown_instruction.cu,line=$(grep -n "szext" ptx_unknown_instruction.cu | tail -n 1 | cut -d : -f 1),title=does not compile::the CPU device has no PTX instruction szext.wrap.s32"
said '::error file=part.cu,title=does not compile::There is no main() in it.'
sed -i 's/unlinked.cu,line=4,/unlinked.cu,/' "$work/annotations" # some linkers do not know the line
said '::error file=unlinked.cu,title=does not compile::undefined reference to `other()'
summary 0 6
exit "$failed"
