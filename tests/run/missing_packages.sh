#!/bin/sh
# SPDX-License-Identifier: MIT
# missing_packages.sh SOURCE_FOLDER: ./run on machines that lack something, simulated by a PATH with few commands.
set -u
run=$1/run failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir bin temporary
for command in ar awk sh cat cc dirname env g++ grep head mktemp realpath rm sed tail tee; do
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

expect 0 'usage: ./run demo' --help
expect 0 'usage: ./run demo' -h
expect 2 "run: unknown argument '--dmeo'; see ./run --help" --dmeo
expect 2 'run: there is no program or command dmeo; did you mean demo?' dmeo
expect 2 'run: there is no program or command dot_unsynct; did you mean dot_unsynced?' dot_unsynct
expect 2 'run: there is no program or command frobnicate; ./run list names the programs' frobnicate
expect 0 'dot_unsynced: the dot product without' list
expect 1 'run: nothing can be built without these: CMake 3.25 or newer, Ninja' demo --no-install

# Nobody who may install anything: what to hand to somebody who may.
echo 'echo 1000' | make_command id
echo 'echo "apt-get was called"; exit 1' | make_command apt-get
expect 1 'run: there is no sudo here; ask an administrator for: apt-get install --no-install-recommends cmake ninja-build' demo
if grep -q 'was called' log; then failed=1 && echo "FAILED: apt-get without sudo"; fi

# apt-get that fails, and one that succeeds; on a terminal it shows that it goes on.
echo 'echo 0' | make_command id
echo 'echo "E: no network"; exit 100' | make_command apt-get
expect 1 'run: apt-get could not install them (E: no network)' demo
# shellcheck disable=SC2016 # the script's own
echo 'case $2 in update) echo reading ;; *) echo "$*" >"$BIN/../asked"; echo "unpacking: $*"; ln -s /bin/true "$BIN/ninja" ;; esac' | make_command apt-get
echo 'echo "cmake version 3.31.0"; echo "cmake $*"' | make_command cmake
BIN=$work/bin
ln -s "$(command -v ln)" bin
export BIN
expect 0 'cmake --workflow --preset demo' demo
grep -q 'run: installing .*ninja-build' log || { failed=1 && echo "FAILED: it does not say what it installs"; }
grep -q 'unpacking' log && failed=1 && echo "FAILED: apt-get's lines fill the screen"
rm bin/ninja
# a package that this release has not got does not keep the others away
# shellcheck disable=SC2016 # the script's own
echo 'test "$2" != xvfb' | make_command apt-cache
expect 0 'cmake --workflow --preset test' test
grep -q 'ninja-build.* gdb' asked || { failed=1 && echo "FAILED: apt-get was asked for: $(cat asked)"; }
if grep -q xvfb asked; then failed=1 && echo "FAILED: apt-get was asked for a package that is not there"; fi
rm bin/ninja bin/apt-cache
if script=$(command -v script); then
    PATH=$work/bin "$script" -qec "$run demo" /dev/null >log 2>&1 </dev/null
    grep -q 'unpacking' log || { failed=1 && echo "FAILED: nothing shows that apt-get works" && cat log; }
fi

# clang
echo 'echo 1' | make_command clang++
CXX=clang++ expect 1 'run: CXX is clang, and the CUDA device on the CPU needs GCC: CXX=g++ ./run demo' demo
[ -z "$(ls temporary)" ] || { failed=1 && echo "FAILED: it leaves temporary files"; }
exit "$failed"
