#!/bin/sh
# SPDX-License-Identifier: MIT
# where.sh SHIM FAULT PROGRAM ARGUMENT...: runs a program with a fault, such as malloc:17, and prints who made the
# failed call, innermost first, and how the program ended. SHIM is build/cpu_device/tests/faults/faults.so.
set -u
shim=$1 fault=$2
shift 2
err=$(mktemp)
trap 'rm -f "$err"' EXIT
FAULT_TRACE=1 FAULT=$fault LD_PRELOAD=$(realpath "$shim") "$@" 2>"$err"
status=$?
sed -n 's/^FAULT //p' "$err" | while read -r file offset; do
    addr2line -Cpfe "$file" "$offset"
done
grep -v '^FAULT ' "$err"
echo "exit status $status"
