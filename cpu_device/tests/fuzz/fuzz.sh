#!/bin/sh
# SPDX-License-Identifier: MIT
# fuzz.sh ROOT BUILD TARGET [SEED CASES]: feeds one of the targets (rewrite_device, rewrite_host, options, page) with a
# few hundred random changes of the tree's corpus. fuzz.sh ROOT BUILD MINUTES: all targets, with other seeds, for that
# long. What breaks a target is kept as fuzz-SEED-CASE in the current folder.
set -u
root=$(realpath -- "$1") build=$(realpath -- "$2") what=$3 seed=${4:-1} cases=${5:-}
tools=$build/cpu_device/tests/fuzz
# a sanitizer's report has the status 99
export ASAN_OPTIONS=exitcode=99:detect_leaks=0 UBSAN_OPTIONS=exitcode=99:print_stacktrace=1

target() {
    case $1 in
    rewrite_*)
        "$tools/fuzz" "$seed" "${cases:-300}" "$root"/cpu_device/tests/rewrite/*.in "$root"/cpu_device/tests/conformance/ptx*.cu "$root"/cpu_device/tests/conformance/launch*.cu -- \
            "$tools/rewrite_sanitized" "--${1#rewrite_}" --module --variables
        ;;
    options) "$tools/fuzz" "$seed" "${cases:-300}" "$root"/cpu_device/tests/fuzz/options/* -- "$tools/options_sanitized" ;;
    page) # the reader of the fixed program's trace
        for page in visibility warp_sync; do
            [ -e $page.html ] || BUILT=1 BUILD=$build "$root/tools/show.sh" . $page || exit 2
        done
        "$tools/fuzz" "$seed" "${cases:-40}" visibility.html warp_sync.html -- \
            env CPU_DEVICE_TRACE="$PWD/fuzzed.html" CPU_DEVICE_TRACE_FIXED={} "$build/cpu/planted/race_bitmap"
        result=$?
        rm -f fuzzed.html
        return $result
        ;;
    *) echo "fuzz.sh: there is no target $1" >&2 && exit 2 ;;
    esac 2>errors
}

case $what in
*[!0-9]*)
    work=$(mktemp -d) && cd "$work" || exit 2
    target "$what"
    result=$?
    [ $result = 0 ] || { tail -n 20 errors && echo "the inputs are in $work" && exit $result; }
    cd / && rm -rf "$work"
    # A command that breaks at some inputs must be noticed.
    work=$(mktemp -d) && cd "$work" || exit 2
    # shellcheck disable=SC2016 # its own variables
    "$tools/fuzz" 1 50 "$root"/cpu_device/tests/fuzz/options/* -- sh -c 'read -r word && case $word in *x*) kill -s SEGV $$ ;; esac' >found 2>&1 &&
        echo "nothing breaks what breaks" && exit 1
    cd / && rm -rf "$work"
    ;;
*)
    end=$(($(date +%s) + what * 60)) failed=0 seed=$$
    while [ "$(date +%s)" -lt $end ]; do
        for name in rewrite_device rewrite_host options page; do
            seed=$((seed + 1))
            target $name || failed=1
        done
    done
    exit $failed
    ;;
esac
