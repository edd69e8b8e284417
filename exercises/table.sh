#!/bin/sh
# SPDX-License-Identifier: MIT
# table.sh: writes the tables of README.md and README.zh-CN.md anew, from the second lines of the exercises (in Chinese, the
# headings of TASKS.zh-CN.md) and from what their judges expect, and copies the exercises, as they are now, to start/, from
# where ./run reset takes them. --check: says whether all that is up to date.
set -u
cd "$(dirname "$0")" || exit 1

# judged NAME COLUMN: what the judge looks at besides the result: "coalesced, loads of global memory". COLUMN: 2, or 3 in Chinese.
judged() {
    while IFS='|' read -r call english chinese; do
        ! grep -q "\b$call(" "judge/$1.h" || { [ "$2" = 2 ] && echo "$english" || echo "$chinese"; }
    done <<'END' | paste -s -d , | if [ "$2" = 2 ]; then sed 's/,/, /g'; else sed 's/,/、/g'; fi
expect_coalesced|coalesced|合并访问
expect_no_bank_conflicts|no bank conflicts|没有存储体冲突
expect_global_loads|loads of global memory|全局内存读取次数
expect_shared_loads|loads of shared memory|共享内存读取次数
expect_global_atomics|atomics on global memory|全局内存原子操作次数
expect_needed_synchronization|no needless synchronization|没有多余的同步
END
}

# rows COLUMN: of lines as "1 add: which element is mine?"
rows() {
    sort -n | while IFS=' ' read -r number name lesson; do
        also=$(judged "$name" "$1")
        echo "| $number | [$name]($name.cu) | ${lesson%.} |${also:+ $also} |"
    done
}

write_page() { # PAGE
    sed '/^<!-- table.sh writes this table -->/q' "$1"
    echo
    if [ "$1" = README.md ]; then
        echo '| | exercise | | judged besides the result |'
        echo '| --- | --- | --- | --- |'
        sed -n 's|^// \([0-9][0-9]* [a-z_0-9]*\): \(.*\)|\1 \2|p' ./*.cu | rows 2
    else
        echo '| | 练习 | | 除结果外还评判 |'
        echo '| --- | --- | --- | --- |'
        sed -n 's|^## \([0-9][0-9]* [a-z_0-9]*\)：\(.*\)|\1 \2|p' TASKS.zh-CN.md | rows 3
    fi
    echo
    sed -n '/^<!-- end of the table -->/,$p' "$1"
}

page=$(mktemp) || exit 1
trap 'rm -f "$page"' EXIT
for written in README.md README.zh-CN.md; do
    write_page "$written" >"$page"
    cmp -s "$page" "$written" && continue
    [ "${1:-}" = --check ] || { cp "$page" "$written" && continue; }
    echo "exercises/$written is not what exercises/table.sh makes of the exercises:"
    diff "$written" "$page"
    exit 1
done

if [ "${1:-}" = --check ]; then
    for file in *.cu start/*.cu; do
        name=${file##*/}
        cmp -s "$name" "start/$name" || {
            echo "exercises/start/$name is not exercises/$name, from which exercises/table.sh makes it"
            exit 1
        }
    done
    exit 0
fi
rm -f start/*.cu
mkdir -p start && cp ./*.cu start/
