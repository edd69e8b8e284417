#!/bin/sh
# SPDX-License-Identifier: MIT
# chinese_grades.sh GRADE: the grades of a course in Chinese: the page, the reports and the reasons; what programs read stays
# as it is.
set -u
grade=$1
here=$(realpath -- "$0") && here=${here%/*}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
wrong() {
    echo "$*"
    failed=1
}
mkdir -p course/li course/wang course/zhao
cp "$here/right/reverse.cu" course/li/reverse.cu
cp "$here/wrong/add_strided.cu" course/wang/add.cu
echo 'int i;' >course/zhao/my.cu
env -u CPU_DEVICE_LANGUAGE -u LC_ALL -u LC_MESSAGES LANG=zh_CN.UTF-8 "$grade" course results >out 2>&1 ||
    wrong "status $?: $(cat out)"
grep -q '^共 3 份提交，1 份通过：results/index.html' out || wrong "it says: $(cat out)"
page=results/index.html
for text in '<html lang=zh-CN>' '<h1>成绩</h1>' '>通过</a>' '>结果正确，但是访存次数太多</a>' '>未评判</th>' '>它没有包含练习的评判头文件'; do
    grep -qF "$text" $page || wrong "the page lacks $text: $(cat $page)"
done
# the words between the marks, but for names of students and exercises, and a line of code
words=$(sed 's/<style>.*<.style>//; s/<code>.*<.code>//; s/<[^>]*>/ /g; s/#include &quot;[^ ]*//g' $page | grep -oE '[A-Za-z]{3,}' | grep -vxE 'wang|zhao|add|reverse' | sort -u)
[ -z "$words" ] || wrong "English in the page: $words"
grep -q '^太慢：n = ' results/reports/0002.txt || wrong "the report: $(cat results/reports/0002.txt)"
[ "$(jq -r '.verdict' results/grades.json | tr '\n' ' ')" = 'passed failed not judged ' ] || wrong "the verdicts: $(cat results/grades.json)"
[ "$(cut -d , -f 3,4 results/grades.csv | tr '\n' ' ')" = 'exercise,passed "reverse",true "add",false "",false ' ] ||
    wrong "the table: $(cat results/grades.csv)"
exit $failed
