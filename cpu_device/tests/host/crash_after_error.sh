#!/bin/sh
# SPDX-License-Identifier: MIT
# crash_after_error.sh PROGRAM SOURCE: the program dies of SIGSEGV, after its summary.
set -u
said=$("$1" 2>&1)
status=$?
expected='========= The host'"'"'s code ends the program: SIGSEGV
========= SUMMARY: 1 error, 0 warnings'
if [ $status != 139 ]; then
    echo "$1: status $status, not 139"
    exit 1
fi
if [ "$(echo "$said" | tail -n 2)" != "$expected" ]; then
    echo "$1 says:"
    echo "$said"
    exit 1
fi
