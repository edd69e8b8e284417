#!/bin/sh
# SPDX-License-Identifier: MIT
# reports.sh: writes the table of reports.md anew, from cpu_device/src/say/diagnosis.h. --check: says whether it is up to
# date.
set -eu
cd "$(dirname "$0")"
mark='<!-- made by reports.sh -->'

# shellcheck disable=SC2016 # backquotes of Markdown
table() {
    echo '| id | severity | headline |'
    echo '| --- | --- | --- |'
    # Each row of the list X(name, "id", severity, "headline"), which may go on in the next line.
    sed -n '/^#define CPU_DEVICE_KINDS/,/^$/p' ../cpu_device/src/say/diagnosis.h | sed 's/ *\\$//' | tr '\n' ' ' |
        sed 's/ X(/\n X(/g' |
        sed -n 's/^ X([a-z_]*, "\([a-z-]*\)", \([a-z]*\), *"\(.*\)").*$/| `\1` | \2 | \3 |/p' |
        sed 's/%s/…/g; s/<<<\.\.\.>>>/`<<<...>>>`/'
    echo # the last line ends, too
}

made=$(mktemp)
trap 'rm -f "$made"' EXIT
{
    sed "/$mark/q" reports.md
    echo
    table
} >"$made"
if [ "${1:-}" = --check ]; then
    cmp -s "$made" reports.md || { echo "docs/reports.md is out of date: run docs/reports.sh" >&2 && exit 1; }
else
    cat "$made" >reports.md
fi
