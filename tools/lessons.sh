#!/bin/sh
# SPDX-License-Identifier: MIT
# lessons.sh: the lines of lessons.txt, and one for each lesson that it lacks. What a course hands out has only chapter05.
# lessons.sh NAME: the source of a lesson, below the repository's root: chapter05/NAME.cu. Status 1: there is none.
root=$(realpath -- "$0") && root=${root%/tools/lessons.sh}
cd "$root" || exit 1
if [ $# -gt 0 ]; then
    for folder in chapter05 modern gpus; do
        [ -e "$folder/$1.cu" ] && echo "$folder/$1.cu" && exit 0
    done
    exit 1
fi
grep '^[a-z]' tools/lessons.txt | while read -r lesson verdict; do
    [ ! -e "$lesson.cu" ] || echo "$lesson $verdict"
done
for source in chapter05/*.cu modern/*.cu gpus/*.cu; do
    [ ! -e "$source" ] || grep -q "^${source%.cu} " tools/lessons.txt || echo "${source%.cu} right"
done
