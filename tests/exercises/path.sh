#!/bin/sh
# SPDX-License-Identifier: MIT
# path.sh ROOT CUCC: the path through the exercises as a student walks it, in a copy of the tree: ./run check says what has
# passed and what comes next, ./run reset gives the starting text back, ./run show opens the launch of the failed check.
set -u
root=$1
export CUCC="$2"
here=$(realpath -- "$0") && here=${here%/*}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
tree=$work/tree
mkdir "$tree" "$work/tmp"
cp -pR "$root/exercises" "$root/apps" "$root/cmake" "$root/tools" "$root/run" "$root/.gitignore" "$tree"
rm -f "$tree"/exercises/.progress "$tree"/exercises/*.cu && cp "$tree"/exercises/start/*.cu "$tree/exercises"
for folder in chapter05 gpus tests cpu_device; do ln -s "$root/$folder" "$tree/$folder"; done
cd "$tree" || exit 1
unset CHECK_PROGRESS DISPLAY WAYLAND_DISPLAY CPU_DEVICE_LANGUAGE LANG LC_MESSAGES
export LC_ALL=C.UTF-8 TMPDIR="$work/tmp" SHOW_FOLDER="$work/pages"
failed=0
wrong() {
    echo "$*"
    failed=1
}
# expect STATUS TEXT ARGUMENT...: ./run ends so, and says that on stdout or stderr.
expect() {
    status=$1 text=$2
    shift 2
    ./run "$@" >"$work/out" 2>"$work/err"
    got=$?
    [ $got = "$status" ] || wrong "./run $*: status $got: $(cat "$work/out" "$work/err")"
    cat "$work/out" "$work/err" | grep -Eq "$text" || wrong "./run $*: no '$text' in: $(cat "$work/out" "$work/err")"
}
says() {
    grep -Eq "$1" "$work/out" || wrong "no '$1' in: $(cat "$work/out")"
}
right() {
    cp "$here/right/$1.cu" exercises
}

# what has passed, what failed last, what comes next
expect 0 '^Passed: 0 of [0-9]+[.]$' check
says '^\[ \]  1 add: '
says '^Next: ./run check add [(]exercise 1 of '
says '^Its lesson: chapter05/first_kernel.md$'
[ ! -e exercises/.progress ] || wrong "a file for no progress at all"
right add
expect 0 '^Next: ./run check reverse [(]exercise 2 of [0-9]+: the first barrier' check --cpu --seeds 1 add
expect 1 '^reverse: failed: ' check --cpu --seeds 1 reverse
expect 0 '^Passed: 1 of ' check
says '^\[x\]  1 add: '
says '^\[!\]  2 reverse: '
says '^\[ \]  3 block_sum: '
says '^Failed last: reverse: a wrong result [(]exercises/reverse.cu[)]$'
says '^Next: ./run check reverse '
# what has passed stays so, and a copy counts as well as the file in the folder
cp exercises/start/add.cu mine.cu
expect 1 '^add: failed: ' check --cpu --seeds 1 mine.cu
expect 0 '^Failed last: add: .*[(]mine.cu[)]$' check
says '^\[x\]  1 add: '
expect 0 '^Next: ./run check block_sum ' check --cpu --seeds 1 "$here/right/reverse.cu"

# several at once
for name in window block_sum chunks product; do
    right $name
    ./run check --cpu --seeds 1 $name >"$work/at_once.$name" 2>&1 &
done
wait
expect 0 '^Passed: 6 of ' check
expect 0 '^\[x\]  1 add' check

# what changes the progress waits while another command does, and loses nothing of what that has written
if command -v flock >/dev/null 2>&1; then
    expect 1 '^banks: failed' check --cpu --seeds 1 banks
    # shellcheck disable=SC2016 # the inner shell's variables
    flock -o exercises sh -c '
        cp exercises/.progress before
        ./run reset banks >/dev/null 2>&1 &
        sleep 5
        { cat before && printf "scan passed passed 99 1 0\t/none\t\n"; } >new && mv new exercises/.progress'
    left=600
    while grep -q '^banks' exercises/.progress && [ $left != 0 ]; do
        sleep 0.2 && left=$((left - 1))
    done
    expect 0 '^\[ \] 22 banks' check
    says '^\[x\]  7 scan'
    sed -i '/^scan/d' exercises/.progress
fi

# a damaged file: one line, once, and all is there that can be read
printf 'reverse pa\000ssed\nwindow' >>exercises/.progress
expect 0 '^Passed: 6 of ' check
[ "$(grep -c 'exercises/.progress was damaged; it is written anew, with the 6 exercises' "$work/err")" = 1 ] ||
    wrong "of a damaged file: $(cat "$work/err")"
expect 0 '^Passed: 6 of ' check
[ ! -s "$work/err" ] || wrong "of a file that was fixed: $(cat "$work/err")"
: >exercises/.progress
expect 0 '^Passed: 0 of ' check
[ ! -s "$work/err" ] || wrong "of an empty file: $(cat "$work/err")"

# elsewhere, nowhere, and where nothing can be written
CHECK_PROGRESS=$work/mine expect 0 '^Next: ./run check reverse' check --cpu --seeds 1 add
CHECK_PROGRESS=$work/mine expect 0 '^Passed: 1 of ' check
CHECK_PROGRESS=off expect 0 '^add: passed$' check --cpu --seeds 1 add
! grep -q Next "$work/out" || wrong "a next one without progress: $(cat "$work/out")"
CHECK_PROGRESS=$work/none/mine expect 0 '^add: passed$' check --cpu --seeds 1 add
[ "$(grep -c 'progress is not kept' "$work/err")" -ge 1 ] || wrong "no word of progress that is not kept: $(cat "$work/err")"
expect 0 '^Passed: 0 of ' check

# the starting text, and nothing is lost
expect 0 '^add: the starting text is back; yours is kept in exercises/add.cu.1$' reset add
cmp -s exercises/add.cu.1 "$here/right/add.cu" || wrong "add.cu.1 is not what was there"
cmp -s exercises/add.cu exercises/start/add.cu || wrong "add.cu is not the starting text"
expect 0 '^add: it is the starting text already$' reset add
echo '// mine' >exercises/add.cu
expect 0 'kept in exercises/add.cu.2$' reset add
{ [ "$(cat exercises/add.cu.2)" = '// mine' ] && cmp -s exercises/add.cu.1 "$here/right/add.cu"; } || wrong "a kept text is lost"
rm exercises/add.cu
expect 0 '^add: the starting text is back$' reset add
cmp -s exercises/add.cu exercises/start/add.cu || wrong "a file that was gone is not the starting text"
# in the reader's language; a text that nobody has changed is not kept
LC_ALL=zh_CN.UTF-8 expect 0 '^让文件里的题目变成中文：./run reset add$' check
LC_ALL=zh_CN.UTF-8 expect 0 '^  题目  ./run reset add（' list
LC_ALL=zh_CN.UTF-8 expect 0 '^add：起始代码现在是中文的$' reset add
{ grep -q '^// 1 add：哪个元素归我？$' exercises/add.cu && grep -q '^    // 你的代码$' exercises/add.cu; } ||
    wrong "the task is not in Chinese: $(cat exercises/add.cu)"
LC_ALL=zh_CN.UTF-8 expect 0 '^add：已经是起始代码$' reset add
LC_ALL=zh_CN.UTF-8 expect 1 '^add：未通过：' check --cpu --seeds 1 add
LC_ALL=zh_CN.UTF-8 expect 0 '^  做    ./run check add$' list
! grep -q 题目 "$work/out" || wrong "a Chinese task shall become Chinese"
expect 0 '^add: the starting text is in your language now$' reset add
cmp -s exercises/add.cu exercises/start/add.cu || wrong "add.cu is not the English text again"
[ ! -e exercises/add.cu.3 ] || wrong "a text that nobody has changed is kept"
expect 2 '^check: there is no exercise nothing; there are:$' reset nothing
for typo in 'check revers' 'check 2' 'hint reverze' 'watch 2' 'reset reverse2'; do
    # shellcheck disable=SC2086 # words
    expect 2 "^check: there is no exercise ${typo#* }; did you mean reverse[?]\$" $typo
done
expect 2 '^check: there is no file reverse.cu; did you mean reverse[?]$' check reverse.cu
expect 2 'is missing' reset
if command -v git >/dev/null 2>&1; then
    { git init -q . && [ -z "$(git status --porcelain exercises/.progress exercises/add.cu.1)" ]; } ||
        wrong "git does not ignore the progress"
fi

# the launch of the failed check
page_has() {
    grep -q "$1" "$page" || wrong "$page does not have $1: $(grep -o '"launch":[0-9]*\|"found":[a-z]*\|"note":"[^"]*"\|"order":[0-9]*' "$page")"
}
sed 's/__syncthreads();//' "$here/right/reverse.cu" >exercises/reverse.cu
expect 1 '^reverse: failed: race on shared memory' check --cpu reverse
says 'Step by step: *./run show reverse$'
expect 0 "^run: $work/pages/reverse.html$" show reverse
page=$work/pages/reverse.html
page_has '"found":true'
page_has '"note":"33 elements"' # the smallest case with two warps
page_has '"kernel":"reverse"'
page_has '"variables":\[\['
# a name that is also a program of the chapter, and a result that one order of the warps breaks
cp "$here/wrong/dot_last_adds.cu" exercises/dot.cu
expect 1 '^The result is right by luck. In order [0-9]+ of the warps it is wrong: ' check --cpu dot
says 'Step by step: *./run show exercises/dot.cu$'
order=$(sed -n 's/^The result is right by luck. In order \([0-9]*\) .*/\1/p' "$work/out")
expect 0 "^run: $work/pages/dot.html$" show exercises/dot.cu
grep -q "race on shared memory; the result is wrong" "$work/err" || wrong "in order $order the result is not wrong: $(cat "$work/err")"
page=$work/pages/dot.html
page_has '"found":true'
page_has "\"order\":$order,"
# no report, and a wrong result: the launch where the judge has given up
sed 's/a\[i\] + b\[i\]/a[i] + b[i] + (n > 1000)/' "$here/right/add.cu" >exercises/add.cu
cmp -s exercises/add.cu "$here/right/add.cu" && wrong "right/add.cu has no a[i] + b[i] any more"
expect 1 '^add: failed: a wrong result' check --cpu add
case=$(sed -n 's/^wrong: \(.*\): .*\[.*/\1/p' "$work/out")
expect 0 "^run: $work/pages/add.html$" show add
page=$work/pages/add.html
page_has '"found":false'
page_has "\"note\":\"$case\""
expect 0 'nothing is wrong in this run' show "$here/right/add.cu"
expect 2 'there is no' show nothing_of_this_name

[ -z "$(ls "$work/tmp")" ] || wrong "left in the folder for temporary files: $(ls "$work/tmp")"
exit $failed
