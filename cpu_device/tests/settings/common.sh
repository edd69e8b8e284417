#!/bin/sh
# SPDX-License-Identifier: MIT
# Shared by the tests of settings: goes to an empty folder, and defines expects.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# expects STATUS TEXT|- COMMAND...: the exit status, and what standard error must hold (-: nothing at all)
expects() {
    status=$1 text=$2
    shift 2
    env "$@" >out 2>err
    got=$?
    if [ $got != "$status" ]; then
        echo "FAILED: $*: exit status $got, not $status" && cat err
        exit 1
    fi
    case $text in
    -) [ ! -s err ] || { echo "FAILED: $*: it says something" && cat err && exit 1; } ;;
    *) grep -qF -- "$text" err || { echo "FAILED: $*: it does not say: $text" && cat err && exit 1; } ;;
    esac
}
