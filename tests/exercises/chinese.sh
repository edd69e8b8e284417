#!/bin/sh
# SPDX-License-Identifier: MIT
# chinese.sh ROOT CUCC: the exercises in Chinese. Each task and hint has its Chinese text, with the same figures and names;
# and what a Chinese student reads of an unsolved, a wrong and a right solution has no English words.
set -u
root=$(realpath -- "$1") cucc=$2
here=$(realpath -- "$0") && here=${here%/*}
exercises=$root/exercises
export CHECK_PROGRESS=off LC_ALL=C.UTF-8 # of the tools here
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
wrong() {
    echo "$*"
    failed=1
}

# The figures, and the names of functions and variables: what has a dot, an arrow, an underscore or an empty pair of
# parentheses.
marks() {
    tr '\n' ' ' | grep -oE '[A-Za-z_][A-Za-z0-9_]*(([.]|->)[a-z]|_[a-z]|[(][)])[A-Za-z0-9_]*([(][)])?|[0-9]+' | sort -u
}
for file in "$exercises"/*.cu; do
    name=${file##*/} && name=${name%.cu}
    number=$(sed -n "2s|^// \([0-9]*\) $name: .*|\1|p" "$file")
    sed -n "/^## $number $name：/,/^## /{/^## /!p;}" "$exercises/TASKS.zh-CN.md" >task
    [ "$(grep -o '[^ -~]' task | grep -c .)" -gt 60 ] || wrong "TASKS.zh-CN.md has no text for $number $name"
    sed -n '4,/^\/\/  /{/^\/\/  /!s|^// *||p;}' "$file" | marks >one
    marks <task >other
    cmp -s one other || wrong "$name, its task: $(diff one other)"
    hints=$exercises/hints/$name
    if [ "$(grep -c '[^ -~]' "$hints.zh-CN.txt")" -lt 2 ] || [ "$(grep -c . "$hints.zh-CN.txt")" != 3 ]; then
        wrong "hints/$name.zh-CN.txt does not have three Chinese hints"
    fi
    for line in 1 2 3; do
        sed -n ${line}p "$hints.txt" | marks >one
        sed -n ${line}p "$hints.zh-CN.txt" | marks >other
        cmp -s one other || wrong "$name, hint $line: $(diff one other)"
    done
done

# Words that are no code: a command, an option, a file, an exercise or an array at the beginning of its line or in front of
# its number. The device's report is not the judge's.
english_in() {
    grep -v -e '^=========' -e '^check: .* s$' "$1" | sed -E 's#[^ ：，（]*/run [a-z]+( --inputs [0-9a-f]+)? ?[a-z_]*##g; s#[^ ：，（]*/[^ 。：，）]*##g
        s/--[a-z]+//g; s/^([[].[]] *)?([0-9]+ )?[a-z_]+：//; s/[a-z]+\[[0-9]+\]//g' | grep -oE '[A-Za-z]{3,}' | sort -u
}
# expect STATUS TEXT COMMAND...: as a student in China calls it.
expect() {
    status=$1 text=$2
    shift 2
    env -u CPU_DEVICE_LANGUAGE -u LC_ALL -u LC_MESSAGES CUCC="$cucc" LANG=zh_CN.UTF-8 "$@" >out 2>&1
    [ $? = "$status" ] || wrong "$*: not status $status: $(cat out)"
    grep -Eq "$text" out || wrong "$*: no '$text' in: $(cat out)"
}
expect_chinese() {
    expect "$@"
    words=$(english_in out)
    [ -z "$words" ] || wrong "English: $words in: $(cat out)"
}
expect_chinese 1 'reverse：未通过：结果错误' "$root/run" check --cpu --seeds 1 reverse
expect_chinese 1 'add：未通过：结果正确，但是访存次数太多' "$root/run" check --cpu --seeds 1 "$here/wrong/add_strided.cu"
expect_chinese 0 'reverse：通过' "$root/run" check --cpu --seeds 1 "$here/right/reverse.cu"
expect_chinese 0 '^2 reverse：第一个屏障$' "$root/run" check --list
expect_chinese 0 '^下一道：./run check add（第 1 道练习，共 [0-9]* 道：哪个元素归我？）$' "$root/run" check
expect 0 '每个线程都需要另一个线程手里的元素' "$root/run" hint reverse
grep -q '^提示 1：线程 i' out || wrong "no hint: $(cat out)"
expect 0 '怎样让线程 i 等到' "$root/run" hint reverse 2
expect 2 '没有名为 nothing 的练习' "$root/run" check nothing
expect 2 '没有文件 nothing.cu' "$root/run" check nothing.cu

# What is set explicitly comes before the locale, and the program that is judged gets the same language.
cat >says.cu <<'END'
#include "judge/add.h"
__global__ void add(const int *a, const int *b, int *c, int n)
{
    c[n] = a[n]; // out of bounds
}
END
expect 1 'add：未通过：' "$root/run" check --cpu --seeds 1 says.cu
expect 1 'add: failed: ' env CPU_DEVICE_LANGUAGE=en "$root/run" check --cpu --seeds 1 says.cu
expect 1 'add：未通过：' env LANG=C LC_ALL=C CPU_DEVICE_LANGUAGE=zh "$root/run" check --cpu --seeds 1 says.cu
expect 1 'add: failed: ' env LC_ALL=C "$root/run" check --cpu --seeds 1 says.cu
# whatever the judge starts
printf '%s\n' '#!/bin/sh' "printenv CPU_DEVICE_LANGUAGE >'$PWD/language'" 'exit 1' >made && chmod +x made
expect 2 '无法构建 CPU 设备' env CUCC="$PWD/made" TMPDIR="$PWD" "$root/run" check --cpu says.cu
[ "$(cat language)" = zh ] || wrong "the compiler does not get the language"
exit $failed
