#!/bin/sh
# SPDX-License-Identifier: MIT
# new.sh ROOT BUILD CUCC CC CMAKE: in a copy of the tree, ./run new makes a program of each kind. Each works as it is,
# CMake has its tests, and ./run new --check finds nothing missing until a part is taken away. Bad names are refused.
set -u
root=$1 build=$2 cucc=$3 cc=$4 cmake=$5
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
wrong() {
    echo "$*"
    failed=1
}
mkdir "$work/tree" && (cd "$root" && tar cf - --exclude=./build --exclude=./.git --exclude=./.local .) | tar xf - -C "$work/tree"
cd "$work/tree" || exit 1

# refused TEXT ARGUMENT...: status 2, and one line with the text.
refused() {
    text=$1
    shift
    ./run new "$@" >"$work/out" 2>"$work/err"
    [ $? = 2 ] || wrong "./run new $*: not refused"
    [ ! -s "$work/out" ] || wrong "./run new $* says on standard output: $(cat "$work/out")"
    { [ "$(wc -l <"$work/err")" = 1 ] && grep -q "$text" "$work/err"; } || wrong "./run new $*: $(cat "$work/err")"
}
refused "no kind 'song'" song probe
refused "small letters" lesson 'Pro be'
refused "small letters" sound '../probe'
refused "small letters" planted ''
refused "small letters" exercise probe2
refused "already a chapter05/dot.cu" lesson dot
refused "already a exercises/reverse.cu" exercise reverse
refused "word of C++" exercise while
refused "is taken" lesson show
refused "fixed version" planted probe_fixed
refused usage lesson
refused usage

for kind in lesson exercise planted sound; do
    ./run new $kind probe_two >"$work/out" 2>&1 || wrong "./run new $kind: $(cat "$work/out")"
done
number=$(find exercises -maxdepth 1 -name '*.cu' | wc -l) # of the new exercise, which is the last
./run new --check >"$work/out" 2>&1 || wrong "right after ./run new, --check says: $(cat "$work/out")"

# They compile without a warning, and pass their tests.
compile() {
    "$cucc" -Wall -Wextra -Werror "$@" || wrong "cucc $*"
}
compile chapter05/probe_two.cu -o "$work/lesson"
"$cc" -Wall -Wextra -Werror -std=gnu11 -Itests -Icpu_device/tests tests/check_probe_two.c cpu_device/tests/run_program.c -o "$work/check" -lm || wrong "the checker"
"$work/check" "$work/lesson" || wrong "the lesson fails"
compile cpu_device/tests/planted/probe_two.cu -o "$work/planted"
"$build/cpu_device/tests/expect" --source cpu_device/tests/planted/probe_two.cu --device CPU -- "$work/planted" || wrong "the planted bug"
compile -DFIXED cpu_device/tests/planted/probe_two.cu -o "$work/fixed"
"$build/cpu_device/tests/expect" --source cpu_device/tests/planted/probe_two.cu --device FIXED -- "$work/fixed" || wrong "the fixed version"
compile cpu_device/tests/sound/probe_two.cu -o "$work/sound"
"$build/cpu_device/tests/expect" --source cpu_device/tests/sound/probe_two.cu --device CPU -- "$work/sound" || wrong "the sound program"
for which in first others; do
    sh tests/exercises/solution.sh . "$cucc" probe_two $which || wrong "the exercise: $which"
done

# CMake has them.
"$cmake" -S . -B build -G Ninja >"$work/out" 2>&1 || wrong "cmake: $(tail -n 5 "$work/out")"
(cd build && ctest -N) >"$work/tests"
for test in probe_two planted/probe_two planted/probe_two_fixed sound/probe_two exercises/probe_two; do
    grep -q ": cpu/$test\$" "$work/tests" || wrong "there is no test cpu/$test"
done

# Without one part or another.
rm tests/check_probe_two.c exercises/judge/probe_two.h tests/exercises/wrong/probe_two_barrier_in_if.cu
sed -i 2d exercises/hints/probe_two.txt exercises/hints/probe_two.zh-CN.txt
sed -i '/probe_two/d' exercises/README.md exercises/TASKS.zh-CN.md cpu_device/tests/planted/README.md
sed -i '/^|.*probe_two/d' chapter05/README.md chapter05/README.zh-CN.md
rm chapter05/probe_two.md
sed -i 's, // {read},,' cpu_device/tests/planted/probe_two.cu
sed -i 2d cpu_device/tests/sound/probe_two.cu
sed -i '/cucc/d' chapter05/probe_two.cu
./run new --check >"$work/out" 2>&1 && wrong "it misses nothing where parts are missing"
for text in 'probe_two.cu: no tests/check_probe_two.c' 'probe_two.cu: no exercises/judge/probe_two.h' 'probe_two has fewer than two wrong' \
    'hints/probe_two.txt does not have three' 'hints/probe_two.zh-CN.txt does not' "TASKS.zh-CN.md has no section on $number probe_two" \
    'chapter05/probe_two.md: no heading' 'chapter05/README.md: no row' 'chapter05/README.zh-CN.md: no row' \
    'exercises/README.md is not what' 'cpu_device/tests/planted/README.md is not what' 'cpu_device/tests/planted/probe_two.cu: no line ends in // {read}' \
    "cpu_device/tests/sound/probe_two.cu: its second line" "chapter05/probe_two.cu: no line 'cpu_device/cucc"; do
    grep -qF -- "$text" "$work/out" || wrong "--check does not say: $text"
done
exit $failed
