#!/bin/sh
# SPDX-License-Identifier: MIT
# thread_loops.sh PROGRAM: kernels that never wait, or only at barriers of the whole block, run without the checks as loops
# over the threads of a block. They store the same as with the checks, and with seeds. A bad access is reported with its
# thread and line. Without the plugin their bodies are fibers, without the checks' calls. With it, where the processor has
# AVX2, simple loops use it.
set -u
program=$1
source=$(realpath "$(dirname "$0")")/thread_loops.cu
work=$(mktemp -d) && cd "$work" || exit 1
trap 'rm -rf "$work"' EXIT
wrong() {
    echo "FAILED: $*"
    exit 1
}

CPU_DEVICE_CHECKS=quiet "$program" >checked 2>err
grep -q '^reads_only: cudaSuccess' checked || wrong "with the checks: $(cat checked err)"
for setting in CPU_DEVICE_SEED=0 CPU_DEVICE_CORES=1 CPU_DEVICE_CORES=3; do
    env "$setting" CPU_DEVICE_CHECKS=off "$program" >unchecked 2>err || wrong "$setting: status $?: $(cat err)"
    diff checked unchecked >told || wrong "$setting: other results without the checks: $(cat told)"
done

astray() { # KERNEL MARK: in every order of blocks
    for cores in 1 2; do
        CPU_DEVICE_CORES=$cores CPU_DEVICE_CHECKS=off "$program" "$1" >out 2>err && wrong "$1: status 0: $(cat out err)"
        grep -q "kernel $1, block (1,0,0), thread (35,0,0)" err || wrong "$1: another thread: $(cat err)"
        grep -q "thread_loops.cu:$(grep -n "// $2\$" "$source" | cut -d: -f1)" err || wrong "$1: another line: $(cat err)"
    done
}
astray goes_astray bad
astray goes_astray_later 'bad, after a barrier'

CPU_DEVICE_CHECKS=off "$program" divides >out 2>err
grep -q 'kernel divides, block (1,0,0), thread (35,0,0)' err || wrong "divides: another thread: $(cat out err)"

# The bodies without the checks, with their names as the compiler has them: that of sums_up() has no barrier any more.
# With -G, a body calls the kernel.
command -v objdump >/dev/null && [ "${program##*/}" != debug_fibers ] || exit 0
objdump -d --no-show-raw-insn "$program" >code
body() { # KERNEL
    awk -v name="$1" '/^[0-9a-f]+ </ { inside = /run_body/ && index($0, name) } inside' code
}
body guarded | grep -q ret || wrong "there is no body of guarded() without the checks"
body guarded | grep -q __tsan_ && wrong "the body of guarded() without the checks calls them"
body stays_a_fiber | grep -q 'cpu_device_sync' || wrong "stays_a_fiber() does not wait"
if [ "${program##*/}" = thread_loops ] && sh "$(dirname "$source")/../needs.sh" plugins -- true &&
    grep -qw avx2 /proc/cpuinfo; then
    body guarded | grep -q ymm || wrong "guarded() is no loop over vectors"
    body sums_up | grep -q ymm || wrong "sums_up() is no loop over vectors"
    body sums_up | grep -q 'cpu_device_sync' && wrong "sums_up() waits at a barrier"
fi
exit 0
