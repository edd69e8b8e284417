#!/bin/sh
# SPDX-License-Identifier: MIT
# suite.sh [TREE]: what the test suite costs, by group, in CPU seconds, from an empty build folder. For maintainers:
#
#     sh bench/record.sh suite sh bench/suite.sh
set -u

usage() {
    cat <<'END'
usage: bench/suite.sh [TREE]
Builds the repository in the folder TREE (this one) from nothing, in a temporary folder, and runs its tests, group by group.
Prints the CPU seconds of all processes together, how many programs are compiled again after an edit of the device's
src/say/report.cpp, and what the three speeds of the suite take. Exit status: 0; 1 if something failed; 2 for bad usage.
END
}

case ${1:-} in
-h | --help) usage && exit 0 ;;
-*) usage >&2 && exit 2 ;;
esac
tree=$(realpath -- "${1:-$(dirname "$0")/..}")
[ -e "$tree/CMakePresets.json" ] || { echo "suite.sh: $tree is not this repository" >&2 && exit 2; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
build=$work/build
cores=$(nproc)
failed=0

# seconds COMMAND...: its CPU seconds, those of all its children included, and those on the clock.
seconds() {
    bash -c 'TIMEFORMAT="%U %S %R"; time "$@" >"$0" 2>&1' "$work/log" "$@" 2>"$work/time" || {
        failed=1
        echo "FAILED: $*" >&2
        tail -n 40 "$work/log" >&2
    }
    tail -n 1 "$work/time" | awk '{ printf "%.0f %.0f\n", $1 + $2, $3 }'
}

# outputs FOLDER: what is built in that folder of the build folder, or in it by name where FOLDER is empty.
outputs() {
    ninja -C "$build" -t targets all | sed -n "s|^\($1[a-z0-9_A-Z]*\): CU[A-Z]*_.*|\1|p" | sort -u
}

build_of() {
    # shellcheck disable=SC2046 # a list of files
    seconds ninja -C "$build" $(outputs "$1") | cut -d ' ' -f 1
}
tests_of() {
    ctest --test-dir "$build" -N -R "$1" -LE 'sanitizer|slow' | sed -n 's/^Total Tests: //p'
}
run_of() {
    seconds ctest --test-dir "$build" -j "$cores" -R "$1" -LE 'sanitizer|slow' | cut -d ' ' -f 1
}
row() {
    printf '%-28s %8s %10s %10s\n' "$@"
}

echo "CPU seconds, $cores cores"
row group tests build run
row 'setting up (CMake)' '' "$(seconds cmake -S "$tree" -B "$build" -G Ninja | cut -d ' ' -f 1)" ''
row 'the device' '' "$(seconds ninja -C "$build" cpu_device | cut -d ' ' -f 1)" ''
row lessons "$(tests_of '^cpu/[a-z_]*$')" "$(build_of cpu/)" ''
groups='conformance planted sound readers not_found host isolation exercises'
for group in $groups; do
    row "$group" "$(tests_of "^cpu/$group/")" "$(build_of "cpu/$group/")" ''
done
row 'the rest, and nvcc' '' "$(seconds ninja -C "$build" | cut -d ' ' -f 1)" ''
for group in $groups; do
    row "$group" "$(tests_of "^cpu/$group/")" '' "$(run_of "^cpu/$group/")"
done
others="^(cpu/($(echo "$groups" | tr ' ' '|'))/)"
row 'all others' "$(ctest --test-dir "$build" -N -E "$others" -LE 'sanitizer|slow' | sed -n 's/^Total Tests: //p')" '' \
    "$(seconds ctest --test-dir "$build" -j "$cores" -E "$others" -LE 'sanitizer|slow' | cut -d ' ' -f 1)"

echo
touch "$tree/cpu_device/src/say/report.cpp"
ninja -C "$build" cpu_device >/dev/null 2>&1
echo "compiled again after an edit of src/say/report.cpp: $(ninja -C "$build" -n | grep -c '] cucc .*[.]cu$') programs"

# speed NAME TARGETS LABELS: building and testing in the folder that is there, or in a new one.
speed() {
    name=$1 targets=$2
    shift 2
    # shellcheck disable=SC2086 # words
    built=$(seconds ninja -C "$build" $targets)
    ran=$(seconds ctest --test-dir "$build" -j "$cores" "$@")
    echo "$built $ran" | awk -v name="$name" \
        '{ printf "%-44s %6d CPU seconds, %5d on the clock\n", name, $1 + $3, $2 + $4 }'
}
if ninja -C "$build" -t targets all | grep -q '^quick: '; then
    rm -rf "$build"
    cmake -S "$tree" -B "$build" -G Ninja >"$work/log" 2>&1
    speed 'quick, from nothing' quick -L quick
    touch "$tree/cpu_device/src/say/report.cpp"
    speed 'quick, after an edit of src/say/report.cpp' quick -L quick
fi
rm -rf "$build"
cmake -S "$tree" -B "$build" -G Ninja >"$work/log" 2>&1
speed 'all but the long tests, from nothing' all -LE 'sanitizer|slow'
exit $failed
