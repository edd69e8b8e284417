#!/bin/sh
# SPDX-License-Identifier: MIT
# compare.sh REWRITE INPUT EXPECTED [OPTION...]: rewrites the input and shows how the result differs, if it does.
rewrite=$1 input=$2 expected=$3
shift 3
"$rewrite" "$@" <"$input" | diff -u "$expected" -
