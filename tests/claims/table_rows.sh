#!/bin/sh
# SPDX-License-Identifier: MIT
# table_rows.sh REPOSITORY: in docs/CLAIMS.md every row of the tables has five filled cells. The claim names its source,
# one of those that the list above the tables describes, and quotes it, or says that it does not. The row links to a program,
# gives a figure of the H200 and its log, and has one of five verdicts; every linked file exists. First the same check
# must refuse tables that are wrong on purpose.
set -u
repository=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Prints what is wrong with a file, whose links start from the folder docs/; nothing if it is right.
problems() {
    awk -F '|' '
        function problem(what) { print FILENAME ":" FNR ": " what }
        # from the last parenthesis that begins with the name of a source
        function source_of(claim, at, last, s) {
            for (at = 1; at <= length(claim); at++)
                for (s in sources)
                    if (index(substr(claim, at), "(" s) == 1) last = at
            return last == "" ? "" : substr(claim, last)
        }
        /^- \*/ {
            rest = $0
            while (match(rest, /\*[a-z A-Z]+\*[,:]/)) {
                sources[substr(rest, RSTART + 1, RLENGTH - 3)] = 1
                rest = substr(rest, RSTART + RLENGTH)
            }
        }
        /^\|/ {
            if (NF != 7) { problem("it has " NF - 2 " cells, not 5"); next }
            for (i = 2; i <= 6; i++) gsub(/^ +| +$/, "", $i)
            if ($2 == "the claim" || $2 == "---") next
            claims++
            for (i = 2; i <= 6; i++) {
                if ($i == "" || $i ~ /^[-?]+$/) problem("cell " i - 1 " is empty")
                if (tolower($i) ~ /h200[?]|cpu[?]|expected|presumably|todo/) problem("not seen yet: " $i)
            }
            source = source_of($2)
            if (source !~ /\)$/) problem("it does not end with its source")
            else if (source !~ /our question|"|`|paraphrased/) problem("its source is neither quoted nor paraphrased")
            if ($3 !~ /\]\([^)]+\)/) problem("no program tests it")
            links = gsub(/\]\([^)]+\)/, "]", $4)
            if (links == 0 || $4 !~ /[0-9]/) problem("the answer of the H200 has no figure, or no link")
            if ($6 !~ /^(holds|may happen|held once|not here|does not hold)$/) problem("no verdict: " $6)
            if (seen[$2]++) problem("a second time: " $2)
        }
        END { if (claims == 0) print FILENAME ": it has no claims" }' "$1"
    grep -o '](\([^)]*\))' "$1" | sed 's/^](//; s/)$//' | grep -v '^https:' | sort -u | while read -r link; do
        [ -e "$repository/docs/$link" ] || echo "$1: it links to $link, which is not there"
    done
}

# A line that is right, and what a word in it may be spoiled to.
# shellcheck disable=SC2016 # no command
line='| It is so (book, 5.3: "it is so") | [dot](../chapter05/dot.cu) `--x` | 4 of 4 ([log](results/dots-h200.txt)) | 4 of 4 | holds |'
printf '%s\n' '- *book*: a book' '| the claim | b | c | d | e |' '| --- | --- | --- | --- | --- |' "$line" >"$work/right.md"
said=$(problems "$work/right.md")
if [ -n "$said" ]; then
    echo "FAILED: a right table is refused: $said" >&2
    exit 1
fi
spoil() {
    sed "4$1" "$work/right.md" >"$work/spoiled.md"
    if cmp -s "$work/right.md" "$work/spoiled.md" || [ -z "$(problems "$work/spoiled.md")" ]; then
        echo "FAILED: a table is let pass that was spoiled by $1" >&2
        exit 1
    fi
}
spoil 's/ (book.*")//'
spoil 's/: "it is so"//'
spoil 's/(book/(a book/'
spoil 's/holds/held/'
spoil 's/holds/holds, perhaps/'
spoil 's/| 4 of 4 |/| |/'
spoil 's/| 4 of 4 |/| - |/'
spoil 's/| 4 of 4 |//'
spoil 's/4 of 4 (/expected (/'
spoil 's/4 of 4 (/H200? of 4 (/'
spoil 's/4 of 4 (/right (/'
spoil 's/ (\[log.*txt))//'
spoil 's/\[dot\](.*cu)/dot/'
spoil 's/dot\.cu/dott.cu/'
spoil 's/dots-h200/dots-h300/'
spoil 'p'
spoil 'd'

said=$(problems "$repository/docs/CLAIMS.md")
if [ -n "$said" ]; then
    printf 'FAILED:\n%s\n' "$said" >&2
    exit 1
fi
