#!/bin/sh
# SPDX-License-Identifier: MIT
# mutate.sh BUILD [LESSON...]: do the tests of the lessons notice when a lesson is changed? Each mutation of the device code
# of chapter05/LESSON.cu (mutations.awk; all lessons, if none is named) is compiled in a folder of its own for the CPU
# device, and the test cpu/LESSON runs with it in place of the lesson. A mutation that passes has survived. survivors.txt
# says which may: lines of LESSON: FUNCTION: OLD LINE => NEW LINE, without indents, below a comment that gives the reason.
# Of a launch FUNCTION is the word launch.
#
#     tests/mutations/mutate.sh build dot row_sums
#
# Where a lesson lacks a barrier on purpose, its result may be anything; so it must also be right, and without a report, with
# the barrier in, or with the two __syncwarp() of a step that lacks them, as two of warp_sync do. The suite
# runs this part by itself: mutate.sh --fixed BUILD LESSON.
#
# BUILD is a built folder. As many run at once as there are cores, or as JOBS says. A mutation that does not end, or not in
# ten times the lesson's time, is noticed. Exit status: 0 if those that survive are those of survivors.txt, else 1; 2 for
# an error.
set -u

here=$(cd "$(dirname "$0")" && pwd)
lacking='// here a __syncthreads() is missing, on purpose'
unsynced_step='^ \{8\}\([a-z]*\[t\] .*=.* \)\([a-z]*\[t + k\]\);$'

die() {
    echo "mutate.sh: $*" >&2
    exit 2
}

# The command of a test, an argument a line.
command_of() {
    ctest --test-dir "$build" --show-only=json-v1 -R "^cpu/$1\$" | awk '
        /"command" :[ ]*$/ { inside = 1; next }
        inside && /\]/ { exit }
        inside && /"/ { sub(/^[^"]*"/, ""); sub(/",?[ ]*$/, ""); print }'
}

# compile FOLDER LESSON: by the line in the lesson's head, with those of its libraries that the build has found.
compile() {
    line=$(sed -n 's|^// *cpu_device/cucc -o [^ ]* \([^ ]*\( -[^ ]*\)*\).*|\1|p' "$1/chapter05/$2.cu")
    ! grep -q '^FREEGLUT_INCLUDE.*NOTFOUND' "$build/CMakeCache.txt" || line=$(echo "$line" | sed 's/ -lglut -lGL//')
    ! grep -q '^PNG_INCLUDE.*NOTFOUND' "$build/CMakeCache.txt" || line=$(echo "$line" | sed 's/ -lpng//')
    # shellcheck disable=SC2086 # several words
    (cd "$1" && CUCC_BUILD=$build/cucc "$root/cpu_device/cucc" -o mutant $line)
}

# run_test FOLDER LESSON LIMIT: the test with FOLDER/mutant in place of the lesson.
run_test() (
    cd "$1" || exit 2
    lesson=$2 limit=$3
    set --
    while IFS= read -r argument; do
        [ "$argument" != "$build/cpu/$lesson" ] || argument=$PWD/mutant
        set -- "$@" "$argument"
    done <"$work/$lesson.command"
    timeout -k 1 "$limit" "$@" >log 2>&1
)

lacks_a_barrier() {
    grep -q -e "$lacking" -e "$unsynced_step" "$1"
}

# is_fixed FOLDER LESSON LIMIT: whether the program there is right with the barrier that it lacks; if it lacks none, also.
is_fixed() (
    lacks_a_barrier "$1/chapter05/$2.cu" || exit 0
    sed -i "s|$lacking.*|__syncthreads();|
        s#$unsynced_step#{ int other = \2; __syncwarp(); \1other; __syncwarp(); }#" "$1/chapter05/$2.cu"
    compile "$1" "$2" || exit 1
    cd "$1" || exit 1
    lesson=$2 limit=$3
    set --
    ! grep -q '"save"' chapter05/"$lesson".cu || set -- "$@" --save picture.ppm
    timeout -k 1 "$limit" ./mutant "$@" >fixed.out 2>fixed.err && [ ! -s fixed.err ] && exit 0
    cat fixed.out fixed.err
    exit 1
)

# One mutation: LESSON NUMBER LIMIT. Prints its outcome, LESSON, and the old and the new line.
one() {
    lesson=$1 number=$2 limit=$3
    folder=$work/$lesson.$number
    source=$root/chapter05/$lesson.cu
    mkdir -p "$folder/chapter05" && ln -s "$root/common" "$folder/common" && ln -s "$root"/chapter05/*.h "$folder/chapter05/" 2>/dev/null
    mutation=$(sed -n "${number}p" "$work/$lesson.mutations")
    at=${mutation%%	*}
    MUTANT=${mutation#*	} awk -v at="$at" 'NR == at { print ENVIRON["MUTANT"]; next } { print }' "$source" >"$folder/chapter05/$lesson.cu"
    if ! compile "$folder" "$lesson" >"$folder/log" 2>&1; then
        outcome=refused
    elif run_test "$folder" "$lesson" "$limit" && is_fixed "$folder" "$lesson" "$limit" >"$folder/log" 2>&1; then
        outcome=survived
    else
        outcome=noticed
    fi
    function=launch
    head -n "$at" "$source" | tail -n 1 | grep -q '<<<' || function=$(head -n "$at" "$source" |
        sed -n 's/.*\(__global__\|__device__\)[^(]* \([A-Za-z_0-9]*\)(.*/\2/p' | tail -n 1)
    printf '%s\t%s: %s: %s => %s\n' $outcome "$lesson" "$function" "$(sed -n "${at}s/^ *//p" "$source")" "$(echo "${mutation#*	}" | sed 's/^ *//')"
    rm -rf "$folder"
}

if [ "${1:-}" = --one ]; then
    shift
    one "$@"
    exit
fi

fixed=
if [ "${1:-}" = --fixed ]; then
    fixed=yes
    shift
    [ $# = 2 ] || die "usage: tests/mutations/mutate.sh --fixed BUILD LESSON"
fi
[ $# -ge 1 ] || die "usage: tests/mutations/mutate.sh BUILD [LESSON...]"
build=$(cd "$1" 2>/dev/null && pwd) || die "there is no folder $1"
shift
root=${MUTATED_ROOT:-$(cd "$here/../.." && pwd)} # the self-test has lessons of its own
survivors=${SURVIVORS:-$here/survivors.txt}
[ -r "$survivors" ] || die "there is no $survivors"
[ -x "$build/cucc" ] || die "$build is not built"
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
export build root work

if [ -n "$fixed" ]; then
    lacks_a_barrier "$root/chapter05/$1.cu" || die "$1 lacks no barrier"
    cp -R "$root/chapter05" "$root/common" "$work/"
    is_fixed "$work" "$1" 60
    exit
fi

if [ $# = 0 ]; then
    for source in "$root"/chapter05/*.cu; do
        set -- "$@" "$(basename "$source" .cu)"
    done
fi
for lesson in "$@"; do
    source=$root/chapter05/$lesson.cu
    [ -r "$source" ] || die "there is no lesson $lesson"
    command_of "$lesson" >"$work/$lesson.command"
    [ -s "$work/$lesson.command" ] || die "there is no test cpu/$lesson in $build"
    awk -f "$here/mutations.awk" "$source" >"$work/$lesson.mutations"
    mkdir -p "$work/$lesson.0/chapter05" && ln -s "$root/common" "$work/$lesson.0/common"
    cp "$root"/chapter05/*.cu "$work/$lesson.0/chapter05/"
    compile "$work/$lesson.0" "$lesson" || die "$lesson does not compile"
    began=$(date +%s)
    run_test "$work/$lesson.0" "$lesson" 600 || die "the test of $lesson fails without a mutation: $(cat "$work/$lesson.0/log")"
    limit=$((10 * ($(date +%s) - began + 1)))
    number=0
    while read -r _; do
        number=$((number + 1))
        echo "$lesson $number $limit"
    done <"$work/$lesson.mutations"
done >"$work/list" || exit
xargs -P "${JOBS:-$(nproc)}" -n 3 sh "$here/mutate.sh" --one <"$work/list" >"$work/outcomes"

sed -n 's/^survived\t//p' "$work/outcomes" | sort -u >"$work/survived"
for lesson in "$@"; do
    grep "^$lesson: " "$survivors"
done | sort -u >"$work/expected"
comm -23 "$work/survived" "$work/expected" | sed 's/^/survived: /' >"$work/differences"
comm -13 "$work/survived" "$work/expected" | sed 's/^/in survivors.txt, but it has not survived: /' >>"$work/differences"
cat "$work/differences"
echo "$(grep -c . "$work/list") mutations: $(grep -c '^noticed' "$work/outcomes") noticed, $(grep -c '^survived' "$work/outcomes") survived, $(grep -c '^refused' "$work/outcomes") refused by the compiler"
[ ! -s "$work/differences" ]
