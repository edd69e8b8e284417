#!/bin/sh
# SPDX-License-Identifier: MIT
# undefined_values.sh PROGRAM SOURCE: the line after a run says how many conversions and shifts C++ left undefined, and
# where; nothing is said where there was none.
set -u
program=$1 source=$2
line() { grep -n "// {$1}\$" "$source" | cut -d: -f1; }
failed=0
expect() { # WHAT TEXT
    said=$("$program" "$1" 2>&1) || failed=1
    [ "$said" = "$2" ] || {
        printf '%s: it says:\n%s\nand not:\n%s\n' "$1" "$said" "$2"
        failed=1
    }
}
expect within ''
expect beyond "========= 3 conversions to integers were out of range, the first at undefined_values.cu:$(line byte): they gave what a GPU gives, and C++ promises nothing.
=========     6 shifts were by too many bits, the first at undefined_values.cu:$(line shift): they gave what a GPU gives, and C++ promises nothing."
exit $failed
