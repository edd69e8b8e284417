#!/bin/sh
# SPDX-License-Identifier: MIT
# compare.sh REWRITE INPUT EXPECTED: rewrites the input and shows how the result differs, if it does.
"$1" <"$2" | diff -u "$3" -
