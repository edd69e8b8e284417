#!/bin/sh
# SPDX-License-Identifier: MIT
# faults.sh CUCC SOURCE_FOLDER: errors that cucc once had: outputs that are links, options that name themselves, a full
# disk, quotes in names, killed builds of the device, and many kernels in one file.
set -u
cucc=$1 source=$2 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

cat >yes.cu <<'END'
#include <stdio.h>
__global__ void set(int *a) { a[threadIdx.x] = 1; }
int main()
{
    int *dev, one[32];
    cudaMalloc(&dev, sizeof one);
    set<<<1, 32>>>(dev);
    cudaMemcpy(one, dev, sizeof one, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf(one[31] == 1 ? "Yes\n" : "NO\n");
}
END
sed 's/= 1/= none/' yes.cu >wrong.cu
printf 'int main() { return 7; }\n' >seven.cu

# --- an output that is a link is written through, whatever it points to ---
mkdir linked
ln -s linked/program link
"$cucc" yes.cu -o link >log 2>&1 || wrong -o link
{ [ -L link ] && [ -x linked/program ] && ./link | grep -q '^Yes'; } || wrong -o link, which points to nothing as yet
"$cucc" seven.cu -o link >log 2>&1 || wrong -o link
./link
{ [ $? = 7 ] && [ -L link ] && [ ! -L linked/program ]; } || wrong -o link, which points to a program
# as /dev/stdout does
ln -s /proc/self/fd/1 stdout
ln -s stdout standard_output
for out in stdout standard_output; do
    "$cucc" -c seven.cu -o $out >object.o 2>log || wrong -o $out
    { [ -L $out ] && "$cucc" object.o -o out && ./out; } >>log 2>&1
    [ $? = 7 ] || wrong -o $out
    rm -f object.o out
done
"$cucc" -E seven.cu -o stdout 2>log | grep -q 'return 7' || wrong -E -o stdout, into a pipe

# --- a file with options that names itself, at once or by way of another ---
echo '-O2 @self' >self
echo '-O2 @second' >first
echo '--options-file first' >second
echo '-O2' >third
refuses 'the options in self name that file itself' @self yes.cu
refuses 'the options in first name that file itself' @first yes.cu
refuses 'the options in self name that file itself' -optf ./self yes.cu
"$cucc" @third @third -c seven.cu >log 2>&1 || wrong @third, twice side by side
echo "-DTEXT='a" >unpaired
refuses "in unpaired, a line has a ' without another" @unpaired yes.cu

# --- a full disk says so ---
mkdir full
if mount -t tmpfs -o size=64k tmpfs full 2>/dev/null; then # as root alone
    TMPDIR=full "$cucc" yes.cu -o out >log 2>&1 && wrong a full TMPDIR
    grep -q "^cucc: the disk is full: [0-9]* kB are left in full, the folder for temporary files; TMPDIR names another$" log ||
        wrong a full TMPDIR
    [ -z "$(ls -A full)" ] || wrong a full TMPDIR keeps "$(ls full)"
    umount full
fi
TMPDIR=none refuses "can't make a folder in none: No such file or directory" yes.cu -o out

# --- quotes in names ---
cp yes.cu 'a "quoted" name.cu'
cp wrong.cu 'a "wrong" name.cu'
printf '#line 1 "the \\"real\\" one.cu"\n' | cat - wrong.cu >line.cu
builds 'a "quoted" name.cu' -o out
"$cucc" -ptx 'a "quoted" name.cu' >log 2>&1 || wrong -ptx 'a "quoted" name.cu'
"$cucc" 'a "wrong" name.cu' >log 2>&1 && wrong 'a "wrong" name.cu'
grep -q '^a "wrong" name.cu:2:48: error: ' log || wrong 'a "wrong" name.cu'
grep -q '^a "wrong" name.cu: In kernel set:' log || wrong 'a "wrong" name.cu'
"$cucc" line.cu >log 2>&1 && wrong line.cu
grep -q '^the "real" one.cu:2:48: error: ' log || wrong line.cu, with #line

# --- the time that many kernels in one file take grows with their number, no worse ---
# compile_time KERNELS: seconds of the processors, in hundredths.
compile_time() {
    for number in $(seq "$1"); do
        echo "__global__ void k$number() {} void f$number() { k$number<<<1, 1>>>(); }"
    done >many.cu
    sh -c '"$@" && times' sh "$cucc" -G -O0 -c many.cu 2>log | awk 'NR == 2 { split($0, t, /[ms ]+/); print int(100 * (60 * t[1] + t[2] + 60 * t[3] + t[4])) }'
}
few=$(compile_time 100) many=$(compile_time 400)
[ "$many" -lt $((6 * few)) ] || wrong 400 kernels take "$many" hundredths of a second, and 100 take "$few"

# --- the device's own build: killed, and for another compiler ---
gcc=${CXX:-g++}
fake_compiler
mkdir sources
cp -r "$source/cpu_device" sources
cucc=$PWD/sources/cpu_device/cucc
export CXX="$PWD/fake" CUCC_BUILD="$PWD/build"
state() { # of what programs are compiled with, and linked with
    cat build/complete build/compiles_with
    cksum build/rewrite build/libcpu_device.a build/libcudart.so build/host.h build/device.gch
}
compiled() { # how many sources, since the last time
    wc -l <compiled
    : >compiled
}
: >compiled
"$cucc" --build >log 2>&1 || wrong --build
compiled >all
state >before
for signal in TERM KILL; do
    VERSION=2 MOMENT=60 setsid "$cucc" --build >log 2>&1 &
    while [ ! -s compiled ]; do sleep 0.1; done
    kill -s $signal $!
    wait $! 2>/dev/null
    if [ $signal = KILL ]; then # its compilers go on
        grep -lsa 'slee[p].60' /proc/[0-9]*/cmdline | sed 's|/cmdline||; s|/proc/||' | xargs -r kill 2>/dev/null
    fi
    state >after
    cmp -s before after || wrong --build for another compiler, killed by SIG$signal: it has changed something
    compiled >log
    "$cucc" --build >log 2>&1 || wrong --build after SIG$signal
    [ ! -s log ] || wrong --build after SIG$signal: the device of this compiler is whole
    [ "$(compiled)" = 0 ] || wrong --build after SIG$signal: nothing was to be compiled
done
# Where a build is killed while it puts things in place, there is no `complete`.
rm build/complete
touch build/fresh.old build/rewrite.new build/objects/old.o.new
mkdir build/fresh.dK2xQz build/cccl_1.dK2xQz
VERSION=2 "$cucc" --build >log 2>&1 || wrong --build for another compiler
[ "$(compiled)" = "$(cat all)" ] || wrong --build for another compiler: each source is compiled
[ -z "$(find build -name 'fresh*' -o -name '*.new' -o -name 'cccl_1.*')" ] ||
    wrong --build: what killed builds have left stays: "$(find build -name 'fresh*' -o -name '*.new')"
VERSION=2 "$cucc" --build >log 2>&1
[ ! -s log ] || wrong --build of what is up to date

# --- an edit compiles what it concerns, and no more ---
export VERSION=2
edit() { # FILE COUNT: so many sources are compiled after a change of the file
    echo ' ' >>"sources/cpu_device/$1"
    "$cucc" --build >log 2>&1 || wrong --build after an edit of "$1"
    count=$(compiled)
    [ "$count" = "$2" ] || wrong --build after an edit of "$1" compiles "$count" sources, not "$2"
}
cp build/compiles_with programs_inputs
touch -d '2001-01-01' build/compiles_with
touch -r build/compiles_with old
edit src/say/page/page.css 1
edit src/say/report.cpp 1
edit README.md 0
for input in po/zh_CN.po po/page.zh_CN.po src/api/reports.cpp src/run/hooks.cpp src/check/races.cpp src/memory/arena.cpp \
    src/platform/text.cpp libraries/graphs/graphs.cpp src/say/page/words.js; do
    edit "$input" 1
done
edit driver/main.c 0
cmp -s build/compiles_with programs_inputs || wrong an edit of src/: compiles_with has changed
[ -z "$(find build/compiles_with -newer old)" ] || wrong an edit of src/: compiles_with is newer
edit plugin/spaces.cpp 0
! cmp -s build/compiles_with programs_inputs || wrong an edit of the plugin: compiles_with has not changed
touch sources/cpu_device/src/say/report.cpp
"$cucc" --build >log 2>&1
[ "$(compiled)" = 0 ] || wrong --build after touch: nothing has changed
cucc=$1
unset VERSION CUCC_BUILD
export CXX="$gcc"
exit "$failed"
