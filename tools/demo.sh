#!/bin/sh
# SPDX-License-Identifier: MIT
# demo.sh "STATUS NAME ARGUMENT..."...: in the build folder, runs every program, on the GPU if one answers, else on the CPU
# device, and ends with a table, the races as pages (show.sh), and the same as a page (report.sh). STATUS is the right
# exit status: 1 for programs that are wrong on purpose; `any` if such a program may get the right result by luck (0, 1, or 3
# if only the CPU device noticed); `reported` for those whose result is right although they do something wrong, which the CPU
# device reports (0 or 3). A program that needs a GPU and finds none exits with 77, or was not built: it counts as not run, not
# as failed.
set -u

table=$(mktemp) # NAME, DEVICE, VERDICT and what it showed, between tabs
errors=$(mktemp)
trap 'rm -f "$table" "$errors"' EXIT
rm -rf report show
mkdir -p pictures report
failed=0

for line in "$@"; do
    # shellcheck disable=SC2086 # words
    set -- $line
    right=$1 name=$2
    shift 2
    status=77 output=''
    for device in GPU CPU; do
        program=$(echo "$device" | tr '[:upper:]' '[:lower:]')/$name
        [ -x "$program" ] || continue
        devices=1
        [ ! -e "$(dirname "$0")/../gpus/$name.cu" ] || devices=2
        output=$(CPU_DEVICE_COUNT=${CPU_DEVICE_COUNT:-$devices} "$program" "$@" 2>"$errors")
        status=$?
        [ $status = 77 ] || break # no such device
    done
    if [ $status = 77 ]; then
        printf '\n--- %s needs a GPU ---\n' "$name"
        printf '%s\t%s\t%s\t%s\n' "$name" - 'not run' 'It needs a GPU.' >>"$table"
        continue
    fi
    printf '\n--- %s, on the %s ---\n%s\n' "$name" "$device" "$output"
    cat "$errors" >&2
    case $status$right in
    00 | 0reported | 3reported) verdict=verified ;;
    11 | 1any | 3any) verdict='wrong, on purpose' ;;
    0any) verdict='right, by luck' ;;
    *)
        verdict="exit status $status"
        failed=1
        ;;
    esac
    printf '%s\t%s\t%s\t%s\n' "$name" "$device" "$verdict" "$(printf '%s\n' "$output" | tail -n 1)" >>"$table"
    printf '%s\n' "$output" >"report/$name.out"
    cp "$errors" "report/$name.err"
done

printf '\n%-26s %-6s %-18s %s\n' program device status 'what it showed'
awk -F '\t' '{ printf "%-26s %-6s %-18s %s\n", $1, $2, $3, $4 }' "$table"
[ -z "$(ls pictures)" ] || printf '\nThe pictures are in %s.\n' "$PWD/pictures"
BUILT=1 BUILD=$PWD sh "$(dirname "$0")/show.sh" --all show >/dev/null || failed=1
printf 'The races as pages are in %s.\n' "$PWD/show"
sh "$(dirname "$0")/report.sh" "$table" && printf 'All of it as a page: %s\n' "$PWD/report/index.html"
exit $failed
