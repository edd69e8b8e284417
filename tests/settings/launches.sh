#!/bin/sh
# SPDX-License-Identifier: MIT
# launches.sh OFTEN: a kernel that is launched often is checked in some of its launches, and the device says so, or in all.
set -u
often=$1
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

expects 0 - "$often" 1
expects 0 'kernel turn was checked' "$often" 7
[ "$(wc -l <err)" = 1 ] || { echo "FAILED: $often: it says more than one line" && cat err && exit 1; }
expects 0 - CPU_DEVICE_LAUNCHES=all "$often" 7
expects 2 "CPU_DEVICE_LAUNCHES is 'none', and must be some or all" CPU_DEVICE_LAUNCHES=none "$often"
