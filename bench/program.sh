#!/bin/sh
# SPDX-License-Identifier: MIT
# program.sh PROGRAM...: for each program, such as chapter05/dot.cu, a line with its name and a hash of it and of the
# repository's headers with code for the device, or with times, that it includes. No figure depends on the others (errors, options,
# windows, files), on comments or on white space, so these do not count.
# program.sh --of: reads commands, and prints the programs that they run: build/gpu/dot is chapter05/dot.cu.
set -u
cd "$(dirname "$0")/.." || exit 1

# The program and its headers, each once, the program first.
files_of() {
    printf '%s\n' "$1"
    sed -n 's/^#include "\(.*\)"/\1/p' "$1" | while read -r header; do
        # beside the program, or in one of the folders of headers
        for folder in "${1%/*}" cpu_device/include cpu_device/tests; do
            [ -e "$folder/$header" ] || continue
            files_of "$(realpath --relative-to=. "$folder/$header")"
            break
        done
    done
}

hash_of() {
    files_of "$1" | awk '!seen[$0]++' | while read -r file; do
        case $file in common/book.h) continue ;; *.h) grep -qE '__(global|device)__|cudaEvent' "$file" || continue ;; esac
        "${CXX:-g++}" -w -fpreprocessed -dD -E -P -x c++ - <"$file"
    done | tr -d '[:space:]' | sha256sum | cut -c -12
}

if [ "${1:-}" = --of ]; then
    grep -oE '(build/[gc]pu|^chapter05|bench/behaviour|cpu_device/tests/[a-z_]+)/[a-z_/0-9]+' | sort -u | while read -r program; do
        name=${program#build/[gc]pu/}
        for file in "chapter05/$name.cu" "modern/$name.cu" "gpus/$name.cu" "$name.cu"; do
            [ ! -e "$file" ] || echo "$file"
        done
    done | sort -u
    exit 0
fi
[ $# -gt 0 ] || {
    sed -n 's/^# program.sh/usage: program.sh/p' "$0" >&2
    exit 2
}
for program in "$@"; do
    echo "$program $(hash_of "$program")"
done
