#!/bin/sh
# SPDX-License-Identifier: MIT
# dependencies.sh LIST.d: every file on which a program for the CPU device depends exists, and is named in full.
# Otherwise CMake would look for it in another folder, not find it, and compile the program each time.
set -eu
[ -s "$1" ]
# a name a line; blanks in names have a backslash
sed '1s/^.*[^\\]: *//; s/ *\\$//; s/^ *//; s/\\ /\t/g; y/ /\n/' "$1" | sed '/^$/d; s/\t/ /g' | while IFS= read -r name; do
    case $name in
    /*) [ ! -e "$name" ] || continue ;;
    esac
    echo "FAILED: $1: there is no file with the full name $name" >&2
    exit 1
done
