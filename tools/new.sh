#!/bin/sh
# SPDX-License-Identifier: MIT
# new.sh lesson|exercise|planted|sound NAME: makes all its files from the templates in new/. They compile, run and pass their
# test, and are meant to be rewritten. new.sh --check: lists missing files of lessons, exercises and so on.
# Exit status: 0; 1 something is missing; 2 bad usage.
set -u
here=$(realpath -- "$0") && here=${here%/*} && root=${here%/tools}
cd "$root" || exit 1

die() {
    echo "run: $*" >&2
    exit 2
}

# put TEMPLATE FILE: the file, with the name in it.
put() {
    sed "s/\bNAME\b/$name/g; s/\bcheck_NAME\b/check_$name/g; s/\bNUMBER\b/${number:-}/g" "$here/new/$1" >"$2" || exit 1
    echo "$2"
}

# after PATTERN TEXT FILE: the text after the first line of the file that has the pattern.
after() {
    grep -q -- "$1" "$3" || die "$3 has no line with '$1'"
    sed -i "0,\\|$1|{ \\|$1|r $2
}" "$3"
    echo "$3"
}

# add_page SUFFIX: the page of a lesson, and its row in the contents.
add_page() {
    put "page$1" "chapter05/$name$1"
    sed -n 's/^<!-- row: \(.*\) -->$/\1/p' "chapter05/$name$1" >"$work/row"
    sed -i '/^<!-- row:/d' "chapter05/$name$1"
    after '(barrier_cost' "$work/row" "chapter05/README$1"
}

lesson() {
    put lesson.cu "chapter05/$name.cu"
    put check_lesson.c "tests/check_$name.c"
    add_page .md
    add_page .zh-CN.md
    echo "chapter05/$name | $name |" >"$work/row"
    after '^chapter05/barrier_cost' "$work/row" chapter05/path.txt
    echo "run: next: an exercise for it, in chapter05/path.txt; ctest --test-dir build -R cpu/$name, after a build; docs: CONTRIBUTING.md"
}

exercise() {
    number=$(($(apps/grader/check.sh --list | tail -n 1 | sed 's/ .*//') + 1))
    put exercise.cu "exercises/$name.cu"
    put exercise.h "exercises/judge/$name.h"
    put exercise.txt "exercises/hints/$name.txt"
    put exercise.zh-CN.txt "exercises/hints/$name.zh-CN.txt"
    put exercise.zh "$work/task" >"$work/said" && cat "$work/task" >>exercises/TASKS.zh-CN.md && echo exercises/TASKS.zh-CN.md
    for solution in "$here"/new/right*.cu "$here"/new/wrong*.cu; do
        solution=${solution##*/}
        kind=${solution%%[._]*}
        rest=${solution#"$kind"}
        put "$solution" "tests/exercises/$kind/$name$rest"
    done
    row=$(grep -n '[a-z_]$' chapter05/path.txt | tail -n 1 | sed 's/:.*//') # the last with an exercise
    sed -i "${row}s/\$/ $name/" chapter05/path.txt && echo chapter05/path.txt
    exercises/table.sh && printf '%s\n' exercises/README.md exercises/README.zh-CN.md "exercises/start/$name.cu"
    echo "run: next: ./run check $name fails, as it should: the hole is yours to fill"
}

planted() {
    put planted.cu "cpu_device/tests/planted/$name.cu"
    sh cpu_device/tests/planted/table.sh && echo cpu_device/tests/planted/README.md
}

sound() {
    put sound.cu "cpu_device/tests/sound/$name.cu"
}

missing() {
    echo "$*"
    failed=1
}

# check_heads FILE...: each begins with its licence, and then its name and a sentence.
check_heads() {
    awk '
        FNR == 1 && $0 != "// SPDX-License-Identifier: MIT" { print FILENAME ": no SPDX line" }
        FNR == 2 {
            name = FILENAME
            sub(/.*\//, "", name)
            if (index($0, "// " name ": ") != 1 || length($0) < length(name) + 6)
                print FILENAME ": its second line is not \047// " name ": \047 and a sentence"
        }' "$@" >"$work/problems"
    [ ! -s "$work/problems" ] || missing "$(cat "$work/problems")"
}

check_lessons() {
    check_heads chapter05/*.cu
    for file in chapter05/*.cu; do
        name=${file#chapter05/} && name=${name%.cu}
        ! grep -q "// {[a-z_]*}\$" "$file" || missing "$file: a marker for a test; let the test find the line by its text"
        for line in "nvcc .*-o $name .*chapter05/$name.cu" "cpu_device/cucc .*-o $name .*chapter05/$name.cu"; do
            grep -q "^//     $line" "$file" || missing "$file: no line '$line' that builds it"
        done
        if ! grep -qE "^add_example\($name .*(CHECK|$)" chapter05/CMakeLists.txt && [ ! -e "tests/check_$name.c" ]; then
            missing "chapter05/$name.cu: no tests/check_$name.c, nor a CHECK in chapter05/CMakeLists.txt"
        fi
        page=$(sed -n "s/^\([^ #]*\) |.*\\b$name\\b.*|.*/\1/p" chapter05/path.txt | head -n 1)
        [ -n "$page" ] || missing "chapter05/path.txt: no page has $name"
        for page in "$page.md" "$page.zh-CN.md"; do
            grep -qs "^#.*\[$name\.cu\]($name\.cu)" "$page" || missing "$page: no heading has [$name.cu]($name.cu)"
            contents=chapter05/README${page#"${page%%.*}"}
            grep -q "^|.*](${page#chapter05/})" "$contents" || missing "$contents: no row leads to $page"
        done
    done
}

# What cpu_device/tests/planted says of its own programs must be there: the lines that it names, and the fixed version's.
check_planted() {
    check_heads cpu_device/tests/planted/*.cu
    awk '
        function end_of_file(    mark) {
            if (file != "" && !about_cpu)
                print file ": no comment says what the CPU device must do (\047// CPU finds ...\047)"
            for (mark in named)
                if (!(mark in marked))
                    print file ": no line ends in // " mark
            split("", named)
            split("", marked)
            about_cpu = 0
        }
        FNR == 1 { end_of_file(); file = FILENAME }
        /^\/\/ CPU / { about_cpu = 1 }
        /^\/\/ [A-Za-z-]* (finds|says|prints) / {
            for (rest = $0; match(rest, /[{][a-z_]*[}]/); rest = substr(rest, RSTART + RLENGTH))
                named[substr(rest, RSTART, RLENGTH)]
        }
        match($0, /\/\/ [{][a-z_]*[}]$/) { marked[substr($0, RSTART + 3)] }
        END { end_of_file() }' cpu_device/tests/planted/*.cu >"$work/problems"
    [ ! -s "$work/problems" ] || missing "$(cat "$work/problems")"
    sh cpu_device/tests/planted/table.sh --check || failed=1
}

check() {
    failed=0
    check_lessons
    sh tests/exercises/texts.sh "$root" || failed=1
    exercises/table.sh --check || failed=1
    for file in exercises/*.cu; do
        name=${file#exercises/} && name=${name%.cu}
        [ -e "exercises/judge/$name.h" ] || missing "$file: no exercises/judge/$name.h"
    done
    check_planted
    check_heads cpu_device/tests/sound/*.cu
    return $failed
}

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
[ "${1:-}" != --check ] || [ $# != 1 ] || { check && exit 0 || exit 1; }
[ $# = 2 ] || die "usage: ./run new lesson|exercise|planted|sound NAME, or ./run new --check"
kind=$1 name=$2
case $kind in
lesson | exercise | planted | sound) ;;
*) die "there is no kind '$kind': lesson, exercise, planted or sound" ;;
esac
case $name in
'' | [!a-z]* | *[!a-z_]*) die "a name has small letters and _, and begins with a letter, unlike '$name'" ;;
esac
for taken in "chapter05/$name.cu" "tests/check_$name.c" "exercises/$name.cu" "exercises/judge/$name.h" "cpu_device/tests/planted/$name.cu" "cpu_device/tests/sound/$name.cu"; do
    case $kind:$taken in
    lesson:chapter05/* | lesson:tests/check_* | exercise:exercises/* | planted:cpu_device/tests/planted/* | sound:cpu_device/tests/sound/*)
        [ ! -e "$taken" ] || die "there is already a $taken"
        ;;
    esac
done
case $name in
*_fixed) [ "$kind" != planted ] || die "NAME_fixed is the fixed version of NAME; choose another name than '$name'" ;;
esac
# an exercise's kernel and a lesson's command have that name
case $name in
demo | test | list | show | check | watch | hint | reset | grade | new | judge | data | main) die "the name '$name' is taken; choose another" ;;
esac
! echo "int $name;" | ${CXX:-g++} -fsyntax-only -x c++ - 2>&1 | grep -q error || die "'$name' is a word of C++; choose another name"
$kind
