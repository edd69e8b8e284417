#!/bin/sh
# SPDX-License-Identifier: MIT
# crash_after_failed_call.sh PROGRAM SOURCE: the program dies of SIGSEGV, and is told which call failed before.
set -u
said=$("$1" 2>&1)
status=$?
line=$(grep -n 'cudaMallocManaged(&' "$2" | cut -d : -f 1)
expected="========= Error: cudaMallocManaged() failed, and then the host's code crashed
=========     The call at crash_after_failed_call.cu:$line returned cudaErrorMemoryAllocation."
if [ $status != 139 ]; then
    echo "$1: status $status, not 139"
    exit 1
fi
case $said in
"$expected"*) ;;
*)
    echo "$1 says:"
    echo "$said"
    exit 1
    ;;
esac
