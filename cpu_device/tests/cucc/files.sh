#!/bin/sh
# SPDX-License-Identifier: MIT
# files.sh CUCC SOURCE_FOLDER: names with any characters in them, dependency files, and that no file is lost.
set -u
cucc=$1 source=$2 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"
dot=$source/chapter05/dot.cu

# Blanks, Chinese characters, quotes and dollars, in the names of sources, outputs, and the checkout itself.
odd="with space, 共享内存, it's \$5 #"
mkdir "$odd" "$odd/common" "$odd/code"
cp "$dot" "$odd/code/dot 2.cu"
cp "$source"/common/* "$odd/common"
ln -s "$source/cpu_device" "$odd/cpu_device"
builds "$odd/code/dot 2.cu" -o out
ours=$cucc
cucc=$odd/cpu_device/cucc
"$cucc" "$odd/code/dot 2.cu" -MMD -MF "$odd/depend on.d" -MT 'raw $@' -MQ "$odd/made of" -o "$odd/dot 2" >log 2>&1 ||
    wrong "$odd/code/dot 2.cu"
{ "$odd/dot 2" | grep -q '^Yes'; } || wrong "$odd/dot 2"
# shellcheck disable=SC2016 # make's own dollars
grep -qF 'raw $@ with\ space,\ 共享内存,\ it'"'"'s\ $$5\ \#/made\ of:' "$odd/depend on.d" || {
    cp "$odd/depend on.d" log
    wrong -MT and -MQ
}
grep -qF 'dot\ 2.cu' "$odd/depend on.d" || wrong -MF
cucc=$ours

# The names of dependency files that are not given are those of g++.
printf '#include "a.h"\nint main() { return 0; }\n' >main.cu
printf '#include "a.h"\nint f() { return 0; }\n' >part.cpp
: >a.h
mkdir objects
depends() { # FILE TARGET ARGUMENT...
    file=$1 target=$2
    shift 2
    rm -f "$file"
    if "$cucc" "$@" >log 2>&1 && grep -q "^$target:" "$file" && grep -q ' a\.h' "$file"; then return; fi
    wrong "$@"
}
depends main.d main.o -MMD -c main.cu
depends objects/m.d objects/m.o -MD -c main.cu -o objects/m.o
depends objects/p.d objects/p.o -MMD -MP -c part.cpp -o objects/p.o
depends program.d program -MMD main.cu -o program

# An output that is one of the sources is refused, by whatever name.
cp "$dot" mine.cu
cp "$dot" kept
ln mine.cu hard
ln -s mine.cu soft
ln mine.cu mine.o
mkdir folder
for out in mine.cu ./mine.cu folder/../mine.cu "$PWD/mine.cu" hard soft; do
    refuses "the output would take the place of mine.cu" mine.cu -o "$out"
    refuses "the output would take the place of mine.cu" -c mine.cu -o "$out"
done
refuses "the output would take the place of mine.cu" -c mine.cu
cmp -s mine.cu kept || wrong mine.cu has changed
rm mine.o
refuses "the output folder is a folder" mine.cu -o folder
refuses "the output's folder none/ does not exist" mine.cu -o none/out
refuses "-o needs the name of a file" mine.cu -o ''
refuses "--output-file= needs the name of a file" mine.cu --output-file=

# What does not compile, or link, leaves the old output as it was, and nothing beside it.
echo old >out
echo 'int main() { return none(); }' >bad.cu
echo 'int none(); int main() { return none(); }' >unlinked.cu
for file in bad.cu unlinked.cu; do
    "$cucc" $file -o out >log 2>&1 && wrong $file
    [ "$(cat out)" = old ] || wrong $file takes the old output away
done
mkdir full
if mount -t tmpfs -o size=4k tmpfs full 2>/dev/null; then # as root alone
    echo old >full/out
    "$cucc" main.cu -o full/out >log 2>&1 && wrong a full disk
    [ "$(cat full/out) $(ls full)" = 'old out' ] || wrong a full disk
    umount full
fi
"$cucc" main.cu -o /dev/null >log 2>&1 || wrong -o /dev/null
[ -c /dev/null ] || wrong /dev/null is gone
[ -z "$(find . -name '*cucc*')" ] || wrong leaves "$(find . -name '*cucc*')"
exit "$failed"
