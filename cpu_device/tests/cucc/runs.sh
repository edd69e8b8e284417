#!/bin/sh
# SPDX-License-Identifier: MIT
# runs.sh CUCC SOURCE_FOLDER: programs that cucc runs directly, and its messages without a file.
set -u
cucc=$1 source=$2 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

{ "$cucc" -run yes.cu >log 2>&1 && grep -q '^Yes' log && [ ! -e a.out ]; } || wrong -run
printf 'int main(int count, char **) { return count; }\n' >count.cu
"$cucc" --run -run-args a,b count.cu >log 2>&1
[ $? = 3 ] || wrong --run -run-args a,b count.cu
# A program that is there already, also with the quotes that Meson puts around its name.
"$cucc" count.cu -o count.exe >log 2>&1 || wrong count.cu
for name in count.exe ./count.exe '"./count.exe"' "$PWD/count.exe"; do
    "$cucc" --run "$name" -run-args a >log 2>&1
    [ $? = 2 ] || wrong --run "$name"
done
refuses 'no such file: ./none.exe' --run '"./none.exe"'
{ "$cucc" -dryrun yes.cu -o dry >log 2>&1 && grep -q '^#\$ .*-arch compute_90' log && [ ! -e dry ]; } || wrong -dryrun
refuses 'no such file: none.cu' none.cu
refuses 'no input file' -o out
refuses '-c with -o takes one file' -c yes.cu count.cu -o both.o
"$cucc" >log 2>&1
[ $? = 2 ] || wrong '(no argument)'
for option in --help -h; do
    { "$cucc" $option >log 2>&1 && grep -q "^usage" log; } || wrong $option
done
for option in --version -V; do
    { "$cucc" $option >log 2>&1 && grep -qx 'Cuda compilation tools, release 13.0, V13.0.[0-9]*' log; } || wrong $option
    grep -qx 'cucc [0-9]*[.][0-9]*[.][0-9]*\(, commit [0-9a-f]\{12\}\(-changed\)*\)*' log || wrong $option
done

# The commit is that of the clone in which cucc stands, and is left out elsewhere.
mkdir clone
cp -r "$source/cpu_device" clone
{ CUCC_BUILD=$PWD/built clone/cpu_device/cucc --version >log 2>&1 && grep -qx 'cucc [0-9.]*' log; } || wrong --version, not in a clone
if command -v git >/dev/null; then
    git() { command git -C clone -c user.name=somebody -c user.email=somebody@example.org "$@" >>log 2>&1; }
    { git init && git add . && git commit -m all; } || wrong --version: no clone can be made
    commit=$(command git -C clone rev-parse --short=12 HEAD)
    CUCC_BUILD=$PWD/built clone/cpu_device/cucc --version >log 2>&1
    grep -qx "cucc [0-9.]*, commit $commit" log || wrong --version, in a clone
    echo '//' >>clone/cpu_device/rewrite/main.c
    CUCC_BUILD=$PWD/built clone/cpu_device/cucc --version >log 2>&1
    grep -qx "cucc [0-9.]*, commit $commit-changed" log || wrong --version, in a clone with a change
fi
exit "$failed"
