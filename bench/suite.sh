#!/bin/sh
# SPDX-License-Identifier: MIT
# suite.sh [TREE]: what the test suite costs, by group, in CPU seconds, from an empty build folder. For maintainers:
#
#     sh bench/record.sh suite sh bench/suite.sh
set -u

usage() {
    cat <<'END'
usage: bench/suite.sh [TREE]
Builds a copy of the checkout TREE (this one) from nothing, and runs its tests. Prints the CPU seconds of all processes
together: of the quick tests, of these after an edit of the device's src/say/report.cpp, and, by group, of all but the long
tests; and how many programs are compiled again after that edit. Exit status: 0; 1 if something failed; 2 for bad usage.
END
}

case ${1:-} in
-h | --help) usage && exit 0 ;;
-*) usage >&2 && exit 2 ;;
esac
from=$(realpath -- "${1:-$(dirname "$0")/..}")
[ -e "$from/CMakePresets.json" ] || { echo "suite.sh: $from is not this repository" >&2 && exit 2; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
tree=$work/tree # a copy, in which a source can be edited
mkdir "$tree" && tar -C "$from" --exclude=./build --exclude=./.git -cf - . | tar -xf - -C "$tree" || exit 1
build=$work/build
cores=$(nproc)

# seconds COMMAND...: its CPU seconds, those of all its children included. The file `spent` has those on the clock, too.
seconds() {
    bash -c 'TIMEFORMAT="%U %S %R"; time "$@" >"$0" 2>&1' "$work/log" "$@" 2>"$work/time" || {
        : >"$work/failed"
        echo "FAILED: $*" >&2
        tail -n 40 "$work/log" >&2
    }
    tail -n 1 "$work/time" | awk '{ print $1 + $2, $3 }' >>"$work/spent"
    tail -n 1 "$work/spent" | awk '{ printf "%.0f\n", $1 }'
}

# spent NAME: a line with the sums since the last call.
spent() {
    awk -v name="$1" '{ cpu += $1; clock += $2 }
        END { printf "%-44s %6d CPU seconds, %5d on the clock\n", name, cpu, clock }' "$work/spent"
    rm "$work/spent"
}

# outputs FOLDER: what is built in that folder of the build folder, or in it by name where FOLDER is empty.
outputs() {
    ninja -C "$build" -t targets all | sed -n "s|^\($1[a-z0-9_A-Z]*\): CU[A-Z]*_.*|\1|p" | sort -u
}

build_of() {
    # shellcheck disable=SC2046 # a list of files
    seconds ninja -C "$build" $(outputs "$1")
}
tests() {
    ctest --test-dir "$build" -LE 'sanitizer|slow' "$@"
}
count_of() {
    tests -N "$@" | sed -n 's/^Total Tests: //p'
}
run_of() {
    seconds ctest --test-dir "$build" -LE 'sanitizer|slow' -j "$cores" "$@"
}
set_up() {
    rm -rf "$build"
    seconds cmake -S "$tree" -B "$build" -G Ninja
}
row() {
    printf '%-28s %8s %10s %10s\n' "$@"
}

if grep -q '\["quick"\]' "$tree/CMakePresets.json"; then
    set_up >"$work/unused"
    seconds ninja -C "$build" quick >"$work/unused"
    seconds ctest --test-dir "$build" -j "$cores" -L quick >"$work/unused"
    spent 'quick, from nothing'
    echo >>"$tree/cpu_device/src/say/report.cpp"
    seconds ninja -C "$build" quick >"$work/unused"
    seconds ctest --test-dir "$build" -j "$cores" -L quick >"$work/unused"
    spent 'quick, after an edit of src/say/report.cpp'
fi

echo
echo "all but the long tests, from nothing, in CPU seconds on $cores cores"
row group tests build run
row 'setting up (CMake)' '' "$(set_up)" ''
row 'the device' '' "$(seconds ninja -C "$build" cpu_device)" ''
row lessons '' "$(build_of cpu/)" ''
groups='conformance planted sound readers not_found host isolation exercises'
for group in $groups; do
    row "$group" '' "$(build_of "cpu/$group/[a-z/]*")" ''
done
row 'the rest, and nvcc' '' "$(seconds ninja -C "$build")" ''
for group in $groups; do
    row "$group" "$(count_of -R "^cpu/$group/")" '' "$(run_of -R "^cpu/$group/")"
done
others="^cpu/($(echo "$groups" | tr ' ' '|'))/"
row 'all others' "$(count_of -E "$others")" '' "$(run_of -E "$others")"
echo
spent 'all but the long tests, from nothing'

echo >>"$tree/cpu_device/src/say/report.cpp"
seconds ninja -C "$build" cpu_device >"$work/unused"
echo "compiled again after an edit of src/say/report.cpp: $(ninja -C "$build" -n | grep -c '] cucc .*[.]cu$') programs"
[ ! -e "$work/failed" ]
