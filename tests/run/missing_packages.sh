#!/bin/sh
# SPDX-License-Identifier: MIT
# missing_packages.sh SOURCE_FOLDER: ./run on machines that lack something, simulated by a PATH with few commands.
set -u
run=$1/run failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir bin temporary
for command in ar awk sh cat cc cut date dirname env expr g++ grep head mkdir mktemp nproc realpath rm sed sleep tail timeout tr; do
    ln -s "$(command -v $command)" bin
done
make_command() { # NAME: from standard input
    { echo '#!/bin/sh' && cat; } >"bin/$1"
    chmod +x "bin/$1"
}
unset CXX
export TMPDIR="$work/temporary"

# expect STATUS TEXT ARGUMENT...: ends with this status, and says this among others.
expect() {
    status=$1 text=$2
    shift 2
    PATH=$work/bin "$run" "$@" >log 2>&1
    if [ $? = "$status" ] && grep -qF -- "$text" log; then return; fi
    echo "FAILED: run $*: not status $status and: $text"
    sed 's/^/    /' log
    failed=1
}

expect 0 'usage: ./run ' --help
expect 0 'usage: ./run ' -h
expect 2 "run: unknown argument '--dmeo'; see ./run --help" --dmeo
expect 2 'run: there is no program or command dmeo; did you mean demo?' dmeo
expect 2 'run: there is no program or command dot_unsynct; did you mean dot_unsynced?' dot_unsynct
expect 2 'run: there is no program or command lsit; did you mean list?' lsit
expect 2 'run: there is no program or command revers; did you mean reverse?' revers
expect 2 'run: reverse is an exercise: ./run check reverse judges it' reverse
expect 2 'run: there is no program or command frobnicate; ./run list names the programs' frobnicate
expect 0 'dot_unsynced: the dot product without' list
expect 1 'run: test needs what is missing here, with its Debian packages: CMake 3.25 or newer (cmake), Ninja (ninja-build)' test --no-install
expect 1 'run: playground needs what is missing here, with its Debian packages: npm (npm)' playground --no-install
expect 2 "run: a port is a number from 1 to 65535, not '65536'" playground --serve 65536
expect 2 "run: a port is a number from 1 to 65535, not 'http'" playground --serve http
expect 2 "run: unknown argument '8000'; see ./run --help" playground 8000

# Nobody who may install anything: what to hand to somebody who may.
echo 'echo 1000' | make_command id
echo 'echo "apt-get was called"; exit 1' | make_command apt-get
expect 1 'run: there is no sudo here; ask an administrator for: apt-get install --no-install-recommends cmake ninja-build' test
if grep -q 'was called' log; then failed=1 && echo "FAILED: apt-get without sudo"; fi

# apt-get that fails, and one that succeeds; on a terminal it shows that it goes on.
echo 'echo 0' | make_command id
echo 'echo "E: no network"; exit 100' | make_command apt-get
expect 1 'run: apt-get could not install them (E: no network)' test
# shellcheck disable=SC2016 # the script's own
echo 'case $2 in update) echo reading ;; *) echo "$*" >"$BIN/../asked"; echo "unpacking: $*"; ln -s /bin/true "$BIN/ninja" ;; esac' | make_command apt-get
echo 'echo "cmake version 3.31.0"; echo "cmake $*"' | make_command cmake
echo 'echo "ctest $*"' | make_command ctest
BIN=$work/bin
ln -s "$(command -v ln)" bin
export BIN
expect 0 'cmake --build --preset demo' demo
grep -q 'run: installing .*ninja-build' log || { failed=1 && echo "FAILED: it does not say what it installs"; }
if grep -q 'going on without.*PNG' log; then failed=1 && echo "FAILED: it names what the demo does not use"; fi
rm bin/ninja
# a package that this release has not got does not keep the others away
# shellcheck disable=SC2016 # the script's own
echo 'test "$2" != xvfb' | make_command apt-cache
expect 0 'ctest --preset full' test full
grep -q 'ninja-build.* gdb' asked || { failed=1 && echo "FAILED: apt-get was asked for: $(cat asked)"; }
if grep -q xvfb asked; then failed=1 && echo "FAILED: apt-get was asked for a package that is not there"; fi
rm bin/ninja bin/apt-cache
# what takes long says how far it is
# shellcheck disable=SC2016 # the script's own
echo 'case $2 in update) ;; *) echo unpacking; sleep 5; ln -s /bin/true "$BIN/ninja" ;; esac' | make_command apt-get
expect 0 'apt-get install, 2 s: unpacking' demo
rm bin/ninja

# clang
echo 'echo 1' | make_command clang++
CXX=clang++ expect 1 'run: CXX is clang, and the CUDA device on the CPU needs GCC: CXX=g++ ./run demo' demo
[ -z "$(ls temporary)" ] || { failed=1 && echo "FAILED: it leaves temporary files"; }
exit "$failed"
