#!/bin/sh
# SPDX-License-Identifier: MIT
# texts.sh PLANTED [--write]: the words of a report of each common kind, as programs of build/cpu/planted print it, in
# English (NAME.txt) and in Chinese (NAME.zh.txt). The numbers of lines and addresses are left out. With --write, what they
# print now becomes what they must print.
set -u
planted=$1
texts=$(dirname "$0")/texts
failed=0

# Compares what the program of a text says in a language with the text, or writes it.
compare() { # NAME LANGUAGE TEXT
    made=$(CPU_DEVICE_LANGUAGE=$2 CPU_DEVICE_CORES=1 CPU_DEVICE_REPORT='' "$planted/$1" 2>&1 >/dev/null |
        sed -E 's/(\.cuh?|\.h):[0-9]+/\1:LINE/g; s/\bline [0-9]+/line LINE/g; s/第 [0-9]+ 行/第 LINE 行/g
            s/0x[0-9a-f]+/ADDRESS/g')
    if [ "${write:-}" = --write ]; then
        printf '%s\n' "$made" >"$3"
    elif ! printf '%s\n' "$made" | diff "$3" -; then
        echo "FAILED: $1: its report has other words; if they are better: sh cpu_device/tests/report/texts.sh $planted --write"
        failed=1
    fi
}

write=${2:-}
for text in "$texts"/*.txt; do
    name=$(basename "$text" .txt)
    case $name in *.zh) continue ;; esac
    compare "$name" en "$text"
    compare "$name" zh "$texts/$name.zh.txt"
done
exit $failed
