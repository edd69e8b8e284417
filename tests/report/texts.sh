#!/bin/sh
# SPDX-License-Identifier: MIT
# texts.sh PLANTED [--write]: the wording of one report of each common kind, as programs of build/cpu/planted print it,
# without line numbers and addresses. With --write, what they print now becomes what they must print.
set -u
planted=$1
texts=$(dirname "$0")/texts
failed=0
for text in "$texts"/*.txt; do
    name=$(basename "$text" .txt)
    made=$(CPU_DEVICE_CORES=1 CPU_DEVICE_REPORT='' "$planted/$name" 2>&1 >/dev/null |
        sed -E 's/(\.cuh?|\.h):[0-9]+/\1:LINE/g; s/\bline [0-9]+/line LINE/g; s/0x[0-9a-f]+/ADDRESS/g')
    if [ "${2:-}" = --write ]; then
        printf '%s\n' "$made" >"$text"
    elif ! printf '%s\n' "$made" | diff "$text" -; then
        echo "FAILED: $name: its report has other words; if they are better: sh tests/report/texts.sh $planted --write"
        failed=1
    fi
done
exit $failed
