#!/bin/sh
# SPDX-License-Identifier: MIT
# chinese_course.sh ROOT: a course that is made in Chinese: its exercises have Chinese tasks, its texts and what is said are
# Chinese, and so is what GitHub will say. An exercise that is solved where the course is made is handed out as it is. The
# pages of the races are not made here: course.sh tests these.
set -u
here=$(realpath -- "$0") && here=${here%/*}
root=$(realpath -- "$1")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
wrong() {
    echo "$*"
    failed=1
}
# no git clone, so the exercises are handed out as they are here
mkdir -p "$work/all/apps"
for part in run LICENSE cmake tools common chapter05 exercises apps/grader; do
    cp -R "$root/$part" "$work/all/$part" || exit 1
done
mkdir "$work/all/cpu_device" && cp -R "$root/cpu_device/cucc" "$root/cpu_device/runs" "$work/all/cpu_device/" # nothing is compiled by cucc
printf '%s\n' '#!/bin/sh' "mkdir -p \"\$2\" && : >\"\$2/dot_unsynced.html\" && echo \"\$2/dot_unsynced.html\"" >"$work/all/tools/show.sh"
cp "$work/all/exercises/start"/*.cu "$work/all/exercises/"
cp "$here/right/reverse.cu" "$work/all/exercises/"
env -u CPU_DEVICE_LANGUAGE -u LC_ALL -u LC_MESSAGES LANG=zh_CN.UTF-8 REPOSITORY=https://example.org/somebody/cuda \
    sh "$work/all/apps/grader/course.sh" "$work/course" >"$work/log" 2>&1 || wrong "status $?: $(cat "$work/log")"
grep -v '^course：' "$work/log" | grep . && wrong "that is not said in Chinese"
grep -q '^course：用法见 .*/course/README.md；1 个数据竞争的网页和幻灯片，[0-9]* 道练习$' "$work/log" || wrong "it says: $(cat "$work/log")"

cd "$work/course" || exit 1
for start in "$work/all/exercises/start"/*.cu; do
    name=${start##*/}
    cmp -s "$start" "students/exercises/start/$name" || wrong "start/$name has changed"
    [ "$name" = reverse.cu ] || sed -n 2p "students/exercises/$name" | grep -q "^// [0-9]* ${name%.cu}：" ||
        wrong "$name is not in Chinese: $(sed -n 2p "students/exercises/$name")"
done
cmp -s "$here/right/reverse.cu" students/exercises/reverse.cu || wrong "a solved exercise is not handed out as it is"
find students -name '*.cu.[0-9]*' -o -name .progress -o -name build | grep . && wrong "that is left over"
grep -q '^# 练习：' students/README.md || wrong "the students' README is not in Chinese"
grep -q '它从 <https://example.org/somebody/cuda> 获取评判程序' README.md || wrong "README.md: $(cat README.md)"
grep -q '@[A-Z]*@' README.md && wrong "README.md is not filled in"
grep -q '^ *CPU_DEVICE_LANGUAGE: zh' students/.github/workflows/check.yml || wrong "GitHub will speak English"
grep -q 'title="dot_unsynced: 循环里少了屏障' slides.html || wrong "slides.html: $(grep '<a ' slides.html)"
grep -q '<html lang="zh-CN">' slides.html || wrong "slides.html is not in Chinese"
exit $failed
