#!/bin/sh
# SPDX-License-Identifier: MIT
# dependencies.sh LIST.d: what a program for the CPU device is said to depend on is there, each file by its full name: CMake
# would take another name for a file of another folder, which is not there, and compile the program anew each time.
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
