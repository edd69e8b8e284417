#!/bin/sh
# SPDX-License-Identifier: MIT
# environment.sh CUCC SOURCE_FOLDER: the compiler, the folder of the built device, the build of the device, interruption.
set -u
cucc=$1 source=$2 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"
gcc=${CXX:-g++}

# --- the compiler ---
mkdir 'my compilers'
printf '#!/bin/sh\nexec %s "$@"\n' "$gcc" >'my compilers/g++'
# shellcheck disable=SC2016 # the script's own
printf '#!/bin/sh\nexec "$@"\n' >launcher
# stands in for clang, which says who it is by this macro
printf '#!/bin/sh\necho "#define __clang__ 1"\necho "#define __GNUC__ 4"\n' >clang++
chmod +x 'my compilers/g++' launcher clang++
CXX="$PWD/my compilers/g++" builds yes.cu -o out
CXX="$PWD/launcher $PWD/launcher $gcc -DX" builds yes.cu -o out
CXX=$PWD/clang++ refuses "CXX is clang, and the CUDA device on the CPU needs GCC: CXX=g++" yes.cu -o out
CXX=none refuses "there is no none here: install GCC's C++ compiler (on Debian the package g++), or name it in CXX" \
    yes.cu -o out
CXX=false refuses "the compiler false does not work: " yes.cu -o out

# --- the device's own build, by a compiler that makes an empty object of each of its sources, after a moment. The sources
# are a copy, of which the test changes some. ---
mkdir sources
cp -r "$source/cpu_device" sources
installed=$cucc
cucc=$PWD/sources/cpu_device/cucc
fake_compiler
# shellcheck disable=SC2154 # $work is set by common.sh
export CXX="$work/fake"

# From here on each cucc has a build folder of its own, and a folder for temporary files, which must be empty in the end.
unset HOME XDG_CACHE_HOME
export CUCC_BUILD="$PWD/device 设备" TMPDIR="$PWD/temporary"
mkdir temporary
library="$CUCC_BUILD/libcpu_device.a"
left_behind() {
    ls -A temporary
    find "$CUCC_BUILD" -name 'fresh*' -o -name '*.new'
}

# One line says what takes so long, and a second time there is nothing to say. Two cucc at once compile it once, while one
# of them speaks Chinese.
"$cucc" --build >first 2>&1 &
CPU_DEVICE_LANGUAGE=zh "$cucc" --build >second 2>&1 || { cp second log && wrong --build; }
wait $! || { cp first log && wrong --build; }
cat first second >log
english="cucc: compiling the CUDA device, once for all programs: about [0-9]* s on this machine's [0-9]* cores*"
chinese='cucc：正在编译 CUDA 设备（所有程序只需一次）：在本机的 [0-9]* 个核上约需 [0-9]* 秒'
[ "$(grep -cx -e "$english" -e "$chinese" log)" = 1 ] ||
    wrong --build, twice at once
grep -v "device, once\|$chinese\|goes unchecked: there is no package gcc-\|parts compiled, \|已编译 " log |
    grep -qvx -e "cucc: waiting for another cucc, which is compiling the CUDA device" -e 'cucc：正在等待另一个 cucc，它在编译 CUDA 设备' &&
    wrong --build, twice at once
device_sources=$(grep '"file":' "$CUCC_BUILD/compile_commands.json" | grep -cv '/libraries/\|/objects/cu[a-z]*[.]cpp')
[ "$(wc -l <compiled)" = "$device_sources" ] || wrong --build, twice at once: each source is compiled once
[ -z "$(left_behind)" ] || wrong --build, twice at once: "$(left_behind)"
"$cucc" --build >log 2>&1
[ ! -s log ] || wrong --build of what is up to date

# What fails says so, and spoils nothing. The estimate is that of the last build here: a job of 400 s takes no less.
cp "$library" kept
change_sources() {
    for file in sources/cpu_device/src/*/*.cpp; do
        echo '// changed' >>"$file"
    done
}
change_sources
failing=$CUCC_BUILD/objects/memory.cpp
echo 400 >"$CUCC_BUILD/objects/memory.seconds"
FAIL=$failing "$cucc" --build >log 2>&1
[ $? = 2 ] || wrong --build that fails
grep -q "since its sources have changed: about \([4-9]\|[1-9][0-9]\)[0-9][0-9] s on" log || wrong --build that fails
grep -qxF "no good: $failing" log || wrong --build that fails
grep -qx "cucc: the device itself did not compile" log || wrong --build that fails
cmp -s "$library" kept || wrong --build that fails
[ -z "$(left_behind)" ] || wrong --build that fails: "$(left_behind)"

# A signal ends all that runs for it, at once, and leaves nothing behind.
moment=9$$ # by which its processes are known
gone() {
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        grep -lsa "slee[p].$moment" /proc/[0-9]*/cmdline >log || return 0
        sleep 0.3
    done
    wrong "$1: its compilers still run"
}
for signal in HUP INT TERM; do
    : >compiled
    change_sources
    # a job in the background would ignore SIGINT, one under nohup SIGHUP
    MOMENT=$moment env --default-signal=HUP,INT setsid "$cucc" --build >log 2>&1 &
    process=$!
    while [ ! -s compiled ]; do sleep 0.1; done
    kill -s $signal $process
    wait $process
    [ $? -gt 128 ] || wrong --build and SIG$signal
    gone "--build and SIG$signal"
    [ -z "$(left_behind)" ] || wrong --build and SIG$signal: "$(left_behind)"
done
cmp -s "$library" kept || wrong --build and signals
cucc=$installed

# --- where the device is kept ---
export CXX="$gcc"
: >file
CUCC_BUILD=file/build refuses "CUCC_BUILD, $PWD/file/build, cannot be written" yes.cu -o out
unset CUCC_BUILD
copy=$PWD/copy # in which the build folder cannot be made
mkdir copy
cp -r "$source/cpu_device" copy
: >copy/build
cucc=$copy/cpu_device/cucc
refuses "no folder for the built device: $copy/build/cucc cannot be written, and HOME is not set; name one in CUCC_BUILD" \
    yes.cu -o out
HOME=$work/file refuses "no folder for the built device: neither $copy/build/cucc nor $work/file/.cache/cucc can be written; name one in CUCC_BUILD" \
    yes.cu -o out
[ -z "$(ls -A temporary)" ] || wrong leaves temporary files: "$(ls temporary)"
exit "$failed"
