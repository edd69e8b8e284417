#!/bin/sh
# SPDX-License-Identifier: MIT
# lesson.sh NAME: the source of a lesson, below the repository's root: chapter05/NAME.cu. Status 1: there is none.
root=$(realpath -- "$0") && root=${root%/tools/lesson.sh}
for folder in chapter05 modern gpus; do
    [ -e "$root/$folder/$1.cu" ] && echo "$folder/$1.cu" && exit 0
done
exit 1
