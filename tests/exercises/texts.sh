#!/bin/sh
# SPDX-License-Identifier: MIT
# texts.sh ROOT: each exercise has a short text that names its command, three hints, both in Chinese too, three right
# solutions and two wrong ones.
set -u
root=$1
failed=0
wrong() {
    echo "$*"
    failed=1
}

# solutions_in FOLDER: how many there are of the exercise $name.
solutions_in() {
    grep -l "^#include \"judge/$name.h\"" "$root/tests/exercises/$1/$name".cu "$root/tests/exercises/$1/${name}"_*.cu 2>/dev/null | wc -l
}

count=0
for template in "$root"/exercises/*.cu; do
    name=${template##*/} && name=${name%.cu}
    count=$((count + 1))
    [ "$(sed -n '/^\/\/ [0-9]/,/^#include/p' "$template" | grep -c .)" -le 13 ] ||
        wrong "$name.cu: its text is longer than ten lines"
    grep -q "^//     ./run check $name        ./run hint $name\$" "$template" || wrong "$name.cu does not say how it is checked"
    for hints in "$name.txt" "$name.zh-CN.txt"; do
        [ "$(grep -c . "$root/exercises/hints/$hints")" = 3 ] || wrong "hints/$hints does not have three hints"
    done
    number=$(sed -n "2s|^// \([0-9]*\) $name: .*|\1|p" "$template")
    grep -q "^## $number $name：." "$root/exercises/TASKS.zh-CN.md" || wrong "TASKS.zh-CN.md has no section on $number $name"
    [ "$(solutions_in right)" -ge 3 ] || wrong "$name has fewer than three right solutions"
    [ "$(solutions_in wrong)" -ge 2 ] || wrong "$name has fewer than two wrong solutions"
done
# they change with the path
! grep -nE 'exercises? [0-9]|练习 ?[0-9]' "$root"/exercises/*.cu "$root"/exercises/hints/* "$root/exercises/TASKS.zh-CN.md" ||
    wrong "these name an exercise by its number"
[ $count -ge 20 ] || wrong "there are only $count exercises"
exit $failed
