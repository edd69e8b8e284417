#!/bin/sh
# SPDX-License-Identifier: MIT
# words.sh REPOSITORY: prints the number of words of each page of the path: all, those that are not folded, and those under
# Why, then their medians and the largest. Code, tables and pictures are not counted. No page has more than 250 words under
# Why. First, a page that has more must be noticed.
set -u
cd "$1" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# PAGE ALL OPEN WHY, of files on standard input.
count() {
    while read -r page; do
        awk -v page="${page%.md}" '
            /^<details>/ { ++folded }
            /^\*\*(Why)\.\*\*/ { why = 1 }
            /^\*\*Do\.\*\*/ { why = 0 }
            !/^    |^\||^!\[|^<\/?details>/ {
                gsub(/<[^>]*>/, " ")
                gsub(/\]\([^)]*\)/, "]")
                all += NF
                if (!folded) open += NF
                if (why) under_why += NF
            }
            /<\/details>/ { --folded }
            END { print page, all, open, under_why + 0 }' "$page"
    done
}

too_long() { # of lines from count
    awk '$4 > 250 { print $1 ": " $4 " words under Why" }'
}

# The median and the largest of a column.
sum_up() { # WHAT COLUMN
    sort -n -k "$2,$2" "$work/pages" | awk -v what="$1" -v column="$2" '
        { value[NR] = $column; page = $1 }
        END { printf "%s: median %d, largest %d (%s)\n", what, value[int((NR + 1) / 2)], value[NR], page }'
}

{ printf '**Why.** '; yes word | head -n 251; echo '**Do.** that'; } >"$work/long.md"
echo "$work/long.md" | count | too_long | grep -q ': 252 words under Why$' || { echo "FAILED: a long Why is let pass" && exit 1; }

grep -v '^#' chapter05/path.txt | sed 's/ .*/.md/' | count >"$work/pages"
[ "$(grep -c . "$work/pages")" -ge 28 ] || { echo "FAILED: there are only $(grep -c . "$work/pages") pages" && exit 1; }
awk 'BEGIN { printf "%-28s %5s %5s %5s\n", "page", "all", "open", "Why" } { printf "%-28s %5d %5d %5d\n", $1, $2, $3, $4 }' "$work/pages"
sum_up all 2
sum_up open 3
sum_up Why 4
! too_long <"$work/pages" | sed 's/^/FAILED: /' | grep .
