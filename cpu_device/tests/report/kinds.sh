#!/bin/sh
# SPDX-License-Identifier: MIT
# kinds.sh ROOT PLANTED: for each id of docs/reports.md, the first planted program that was built and must get it says it in
# Chinese: no line is without Chinese but for code, and no word is Latin but code: words of the program's own source, words
# with a capital, a digit or an underscore, what is called like f(), names of files, and those below.
set -u
root=$1
planted=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
kinds=0

# Words of C++, CUDA and its libraries, also where a program does not have them.
printf '%s\n' volatile shuffle vote tile float double malloc free new delete trap asm grid block on off en zh ldm rank storage \
    sendbuff recvbuff alpha beta cuda atomic >"$work/code"

# The words of standard input that are not code; the source without comments and texts is $work/source.
strange_words() {
    sed -E 's/[A-Za-z_0-9.~+-]+\.(cuh?|cpp|h):[0-9]+//g; s/[A-Za-z_0-9:]+(<[^>]*>)?\(//g; s/0x[0-9a-f]+//g; s/temp\.bytes//g' |
        grep -oE '[A-Za-z_][A-Za-z_0-9]*' | grep -E '^[a-z]{2,}$' | sort -u | grep -vxF -f "$work/code" -f "$work/source"
}

check() { # ID SOURCE PROGRAM
    sed 's|//.*||; s/"[^"]*"//g' "$2" | grep -oE '[A-Za-z_][A-Za-z_0-9]*' | sort -u >"$work/source"
    settings=$(sed -n 's|^// Run with: ||p; s|^// Needs \([0-9]*\) devices.*|CPU_DEVICE_COUNT=\1|p' "$2")
    # shellcheck disable=SC2086 # several settings
    env CPU_DEVICE_LANGUAGE=zh CPU_DEVICE_REPORT="$work/json" $settings timeout 100 "$3" >/dev/null 2>"$work/said"
    grep -q "\"id\":\"$1\"" "$work/json" || {
        echo "FAILED: $3 does not report $1"
        failed=1
    }
    grep '^=========' "$work/said" >"$work/report"
    strange=$(strange_words <"$work/report" | tr '\n' ' ')
    english=$(LC_ALL=C grep -v "$(printf '[\200-\377]')" "$work/report")
    if [ -n "$strange$english" ] || ! grep -qE '^========= (错误|警告|限制)：' "$work/report"; then
        printf 'FAILED: %s, %s: not all Chinese: %s%s\n' "$1" "$3" "$strange" "$english"
        cat "$work/said"
        failed=1
    fi
}

sed -n '/made by/,$s/^| `\([a-z-]*\)` .*/\1/p' "$root/docs/reports.md" >"$work/ids"
while read -r id; do
    grep -lE "^// CPU finds $id(:|\$| )" "$root"/cpu_device/tests/planted/*.cu >"$work/sources"
    while read -r source; do
        program=$planted/$(basename "$source" .cu)
        [ -x "$program" ] || continue
        check "$id" "$source" "$program"
        kinds=$((kinds + 1))
        break
    done <"$work/sources"
done <"$work/ids"
# These need other than one planted program: a test of their own, or OpenGL.
[ "$kinds" -ge 48 ] || {
    echo "FAILED: only $kinds kinds of report were looked at"
    failed=1
}
exit $failed
