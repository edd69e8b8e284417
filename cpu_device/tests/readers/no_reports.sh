#!/bin/sh
# SPDX-License-Identifier: MIT
# no_reports.sh PROGRAM: the program verifies its own result, and the CPU device reports nothing.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$1" >"$log" 2>&1
status=$?
if [ $status != 0 ] || grep -q '^=========' "$log"; then
    cat "$log"
    echo "status $status"
    exit 1
fi
