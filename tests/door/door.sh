#!/bin/sh
# SPDX-License-Identifier: MIT
# door.sh TIMED ROOT [--long]: on this machine, types what README.md tells a newcomer to type (newcomer.sh), in a new copy of ROOT
# whose path has a blank and Chinese letters. Then the copy is moved, and copied once more: each time the programs that run are
# those of that place's sources, and no other place is touched. At last, without CMake and Ninja. Exit status: 0, or 1.
set -u
timed=$1 root=$2
size=${3:-}
here=$(realpath -- "$0") && here=${here%/*}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
unset BUILD BUILT CUCC_BUILD CUCC MAKEFLAGS
failed=0
wrong() {
    echo "$*"
    failed=1
}

first="$work/a blank, 中文/checkout"
mkdir -p "$first" && (cd "$root" && tar cf - --exclude=./build --exclude=./.git --exclude=./.local .) | tar xf - -C "$first"
cd "$first" || exit 1
# a clone of a published repository, as `./run action` wants
git init -q && git remote add origin https://example.com/owner/name.git
machine="this machine, no GPU"
[ "$(tools/device.sh "${CMAKE_BUILD:-$root/build}")" = cpu ] || machine="this machine, GPU"
command -v nvcc >/dev/null || machine="$machine, no toolkit"
# shellcheck disable=SC2086 # an option, or nothing
sh tests/door/newcomer.sh "$timed" "$machine" $size || failed=1

# says FOLDER TEXT WHAT: there, ./run dot ends well, and prints the text and no raw line of CMake.
says() {
    (cd "$1" && ./run dot) >"$work/out" 2>&1 || wrong "$3: ./run dot: status $?: $(cat "$work/out")"
    grep -q "$2" "$work/out" || wrong "$3: no '$2': $(cat "$work/out")"
    ! grep -q 'CMake' "$work/out" || wrong "$3: a line of CMake's: $(cat "$work/out")"
}
second=$work/moved third=$work/copied
mv "$first" "$second"
sed -i 's/: the sum of/, after the move: the sum of/' "$second/chapter05/dot.cu"
says "$second" 'Yes, after the move' 'moved'
[ ! -e "$first" ] || wrong "after a move, something is in the old place: $(find "$first" | head)"
cp -a "$second" "$third"
sed -i 's/, after the move/, in the copy/' "$third/chapter05/dot.cu"
touch "$work/mark"
says "$third" 'Yes, in the copy' 'copied'
find "$second" -newer "$work/mark" -type f >"$work/out"
[ ! -s "$work/out" ] || wrong "after a copy, these have changed in the first place: $(cat "$work/out")"
says "$second" 'Yes, after the move' 'the first place after a copy'

# With a compiler alone.
rm -rf "$third/build/cpu" "$third/build/build.ninja" "${work:?}/bin"
mkdir "${work:?}/bin"
for command in ar as awk basename cat chmod cp cut cc date dirname env expr find g++ gcc getconf grep head id ld ln ls make mkdir mktemp mv nm \
    nproc objcopy objdump paste printf ranlib realpath rm rmdir sed sh sleep sort stat tail tee test timeout touch tr true uname xargs; do
    found=$(command -v $command) && ln -s "$(realpath -- "$found")" "$work/bin/$command"
done
(cd "$third" && PATH="$work/bin" ./run dot) >"$work/out" 2>&1 || wrong "without CMake: ./run dot: status $?: $(cat "$work/out")"
grep -q 'Yes, in the copy' "$work/out" || wrong "without CMake: $(cat "$work/out")"
exit $failed
