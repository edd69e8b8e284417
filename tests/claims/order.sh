#!/bin/sh
# SPDX-License-Identifier: MIT
# order.sh REPOSITORY: chapter05/path.txt gives the path through the pages. Each lesson of tools/lessons.txt and each exercise is on
# it once, every page before gpus/ but stages has an exercise, and the exercises have their numbers in its order. The tables of chapter05/README.md and
# README.zh-CN.md have its pages and exercises in its order. Each page says Predict, Run, Look, Why and Do, in this order, a rule
# under Why (words.sh counts its words), and the commands that judge its exercises under Do; it leads to the next page, the
# last one back to the contents. All else that lists lessons has their order: the cards, CMakeLists.txt, and the pages and
# slides of the races. First, holes must be found.
set -u
cd "$1" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# column PATH NUMBER: the words of a column of the table, a line each.
column() {
    grep -v '^#' "$1" | awk -F '|' -v column="$2" '{ n = split($column, word, " "); for (i = 1; i <= n; ++i) print word[i] }'
}

# What is wrong with a table: with its lessons, its exercises, or its rows.
holes() { # PATH
    sh tools/lessons.sh | sed 's|^[a-z0-9]*/\([a-z_0-9]*\) .*|\1|' | sort >"$work/lessons"
    column "$1" 2 | sort | diff "$work/lessons" - | sed -n 's/^< /not on the path: /p; s/^> /not a lesson, or twice: /p'
    sed -n '2s|^// \([0-9]*\) \([a-z_]*\): .*|\1 \2|p' -s exercises/*.cu | sort -n | sed 's/^[0-9]* //' >"$work/exercises"
    column "$1" 3 | diff "$work/exercises" - | sed -n 's/^[<>] /an exercise that is missing, twice, or has another number: /p'
    grep -v '^#' "$1" | sed -n '/^gpus\|stages/!s/^\([^ ]*\) |.*| *$/no exercise: \1/p'
}

# The tables of a README: PAGE EXERCISE..., as path.txt has them.
contents() { # README SUFFIX
    sed -n "s/^| [^|]* | \[[^]]*\](\([^)]*\)) |\(.*\)|\$/\1 \2/p" "$1" |
        sed "s|^\.\./||; t done; s|^|chapter05/|; : done; s|\[\([a-z_]*\)\]([^)]*)[,、]*|\1 |g; s|$2\.md|.md|; s|\.md\([# ]\)|\1|" | tr -s ' ' | sed 's/ $//'
}

# What is wrong with a page.
problems() { # PAGE MARKS FILE-SUFFIX EXERCISES NEXT
    [ -e "$1" ] || { echo "there is no $1" && return; }
    [ "$(grep -oE '^\*\*(Predict|Run|Look|Why|Do|预测|运行|观察|为什么|动手)[.。]\*\*' "$1" | sed 's/[*.]//g; s/。//' | tr -d '\n')" = "$2" ] || echo "$1: its parts are not $2"
    grep -Eq '^\*\*(Why\.|为什么。)\*\* \*\*' "$1" || echo "$1: no rule under Why"
    awk '/^\*\*(Do\.|动手。)\*\*/ { on = 1 } /^<details>/ { on = 0 } on' "$1" | tr '\n' ' ' >"$work/do"
    for exercise in $4; do
        grep -q "\`./run check $exercise\`" "$work/do" || echo "$1: it does not end in ./run check $exercise"
    done
    grep -qE "^(Next: |下一页：)\[.*\]\($5$3\)\$" "$1" || echo "$1: it does not lead to $5$3"
}

pages_of() { # PATH
    grep -v '^#' "$1" | sed 's/ .*//' >"$work/pages"
    echo chapter05/README >>"$work/pages"
    grep -v '^#' "$1" | while IFS='|' read -r page _ exercises; do
        page=${page% }
        next=$(grep -A1 -x "$page" "$work/pages" | tail -n 1)
        case $next in "${page%/*}"/*) next=${next##*/} ;; *) next=../$next ;; esac
        problems "$page.md" PredictRunLookWhyDo .md "$exercises" "$next"
        problems "$page.zh-CN.md" 预测运行观察为什么动手 .zh-CN.md "$exercises" "$next"
    done
}

failed=0
wrong() {
    echo "FAILED: $*"
    failed=1
}
path=chapter05/path.txt
for change in 's/ warp_sync |/ |/' 's/| add/| add add/' 's/branch everyone/everyone branch/' 's/| ring/|/'; do
    sed "$change" $path >"$work/changed"
    [ -n "$(holes "$work/changed")" ] || wrong "a hole is let pass: $change"
done
sed 's/block_sum$/window/' $path >"$work/changed"
pages_of "$work/changed" | grep -q 'dot.md: it does not end in ./run check window' || wrong "a page without its exercise is let pass"
said=$(holes $path && pages_of $path)
[ -z "$said" ] || wrong "$said"
grep -v '^#' $path | sed 's/ |[^|]*|/ /; s/  */ /g; s/ $//' >"$work/path"
for page in chapter05/README.md: chapter05/README.zh-CN.md:.zh-CN; do
    contents "${page%:*}" "${page#*:}" | diff "$work/path" - || wrong "the tables of ${page%:*} are not $path"
done

sh tools/lessons.sh | sed -n 's|^chapter05/\([a-z_0-9]*\) .*|\1|p' >"$work/order"
# in_order WHAT: the names on standard input, some of which may be missing, are in the order of the lessons.
in_order() {
    uniq >"$work/names"
    [ -s "$work/names" ] || wrong "$1 names no lesson"
    grep -xFf "$work/names" "$work/order" | diff - "$work/names" || wrong "$1 has another order than tools/lessons.txt"
}
column $path 2 | grep -xFf "$work/order" | in_order $path
sed -n 's/^\([a-z_0-9]*\) | .*/\1/p' chapter05/cards.txt | grep -xFf "$work/order" | in_order chapter05/cards.txt
sed -n 's/^add_example(\([a-z_0-9]*\).*/\1/p' chapter05/CMakeLists.txt | in_order chapter05/CMakeLists.txt
sed -n 's/^\([a-z_0-9]*\): .*/\1/p' tools/pages.txt | in_order tools/pages.txt
exit $failed
