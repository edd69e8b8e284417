#!/bin/sh
# SPDX-License-Identifier: MIT
# demo.sh BUILD NAME...: runs every program, on the GPU if one answers, else on the CPU device, and ends with a table.
set -u

build=$1
shift
table=$(mktemp)
trap 'rm -f "$table"' EXIT
failed=0

for name in "$@"; do
    for device in GPU CPU; do
        folder=$(echo "$device" | tr '[:upper:]' '[:lower:]')
        [ -x "$build/$folder/$name" ] || continue
        output=$("$build/$folder/$name" 2>"$table.err")
        status=$?
        [ "$status" = 77 ] && continue # no such device
        break
    done
    printf '\n--- %s, on the %s ---\n' "$name" "$device"
    printf '%s\n' "$output"
    cat "$table.err" >&2
    rm -f "$table.err"
    verdict=verified
    [ "$status" = 0 ] || {
        verdict="exit status $status"
        failed=1
    }
    printf '%-26s %-6s %-16s %s\n' "$name" "$device" "$verdict" "$(printf '%s\n' "$output" | tail -n 1)" >>"$table"
done

printf '\n%-26s %-6s %-16s %s\n' program device status 'what it showed'
cat "$table"
exit $failed
