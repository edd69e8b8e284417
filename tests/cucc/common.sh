#!/bin/sh
# SPDX-License-Identifier: MIT
# What the tests in this folder share; they set `cucc`, and end with the status $failed. Goes to an empty folder.
# shellcheck disable=SC2154
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

wrong() {
    echo "FAILED: cucc $*"
    sed 's/^/    /' log
    # shellcheck disable=SC2034 # the test's status
    failed=1
}

# The program that is built runs and says Yes.
builds() {
    rm -f out
    if "$cucc" "$@" >log 2>&1 && [ ! -s log ] && ./out >log 2>&1 && grep -q '^Yes' log; then return; fi
    wrong "$@"
}

# refuses TEXT ARGUMENT...: exit status 2 and this one line.
refuses() {
    text=$1
    shift
    "$cucc" "$@" >log 2>&1
    if [ $? = 2 ] && [ "$(cat log)" = "cucc: $text" ]; then return; fi
    wrong "$@"
}
