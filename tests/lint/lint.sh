#!/bin/sh
# SPDX-License-Identifier: MIT
# lint.sh ROOT: cppcheck over the C and C++ that is ours, a quarter of a minute. lint.sh ROOT --tidy [FILE...]: clang-tidy
# (.clang-tidy), ten minutes on two cores; before a release. A file that is broken on purpose must be noticed, too.
set -u
cd "$1" || exit 2
here=tests/lint failed=0
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
printf 'int first(void)\n{\n    int *a = 0;\n    return *a;\n}\n' >"$work/broken.c"

# check LANGUAGE STANDARD FILE...
check() {
    language=$1 standard=$2
    shift 2
    cppcheck --language="$language" --std="$standard" --enable=warning,performance,portability --inline-suppr --quiet -j 2 \
        --suppressions-list=$here/cppcheck.txt --suppress=unmatchedSuppression --error-exitcode=1 \
        -U__wasm__ -Itests -Icpu_device/tests -Icpu_device -Icpu_device/include "$@" 2>&1 # cppcheck knows no #embed
}

# tidy FILE: with what cucc compiles it
tidy() {
    case $1 in
    *.c) set -- "$1" -std=gnu11 -D_GNU_SOURCE ;;
    cpu_device/libraries/blas/* | cpu_device/libraries/cublas/* | cpu_device/libraries/curand/* | cpu_device/libraries/nvrtc/*) set -- "$1" -std=c++17 '-DCUCC_PATH=""' '-DCUCC_BUILD_PATH=""' '-DCUCC_COMPILER=""' ;;
    *) set -- "$1" -std=c++17 -DCPU_DEVICE_RUNTIME '-DCPU_DEVICE_PAGE="cpu_device/src/say/page"' ;;
    esac
    file=$1
    shift
    clang-tidy --quiet --config-file=.clang-tidy "$file" -- "$@" -Itests -Icpu_device -Icpu_device/include 2>&1
}

if [ "${2:-}" = --one ]; then
    tidy "$3" >"$work/said" || { cat "$work/said" && exit 1; }
    exit 0
fi
if [ "${2:-}" = --tidy ]; then
    shift 2
    # not for clang: g++'s own plugins and assembly, a peer whose headers may be missing
    # shellcheck disable=SC2046 # names without blanks
    [ $# -gt 0 ] || set -- $(git ls-files '*.c' 'cpu_device/src/*.cpp' 'cpu_device/libraries/*.cpp' | grep -v oclgrind)
    tidy "$work/broken.c" >/dev/null && echo "clang-tidy finds nothing in a file that is wrong" && exit 1
    printf '%s\n' "$@" | xargs -P "$(nproc)" -I FILE sh $here/lint.sh . --one FILE
    exit
fi
check c c11 "$work/broken.c" >/dev/null && echo "cppcheck finds nothing in a file that is wrong" && exit 1
git ls-files '*.c' >"$work/c"
git ls-files 'cpu_device/src/*.cpp' 'cpu_device/libraries/*.cpp' >"$work/c++"
{ [ -s "$work/c" ] && [ -s "$work/c++" ]; } || { echo "no files are known here" && exit 1; }
# shellcheck disable=SC2046 # names without blanks
check c c11 $(cat "$work/c") || failed=1
# shellcheck disable=SC2046
check c++ c++17 $(cat "$work/c++") || failed=1
exit $failed
