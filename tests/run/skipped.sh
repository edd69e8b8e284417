#!/bin/sh
# SPDX-License-Identifier: MIT
# skipped.sh CTEST BUILD: where no GPU answers, CTest lists one test in place of all that need one; else all of them.
set -u
ctest=$1 build=$2
"$build/gpu/dot" >/dev/null 2>&1
case $? in
77 | 127) right='^  Test *#[0-9]*: gpu: [1-9][0-9]* tests skipped, ' count=1 ;; # 127: there is no toolkit
*) right=': gpu/dot$' count='[1-9][0-9]*' ;;
esac
listed=$("$ctest" --test-dir "$build" -N -L '^gpu$')
if echo "$listed" | grep -q "$right" && echo "$listed" | grep -qx "Total Tests: $count"; then exit 0; fi
echo "FAILED: CTest lists:"
echo "$listed"
exit 1
