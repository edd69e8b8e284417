#!/bin/sh
# SPDX-License-Identifier: MIT
# translations.sh ROOT: each NAME.zh-CN.md in the tree is in step with NAME.md: the same levels of headings, code
# blocks (but for the reports in them and what is said beside a command, which may be Chinese), rows of tables, inline code, links and figures; a link may
# lead to the translation of the English target. Each link from one of the two to a place in itself must find it.
set -u
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$1" || exit 1
failed=0

# What must be the same in both, a line each. The links between the two are left out, and the places for links.
skeleton() {
    sed 's/\[English\]([A-Za-z_]*[.]md)//; s/\[中文\]([A-Za-z_]*[.]zh-CN[.]md)//; s/<a id="[^"]*"><\/a>//' "$1" >"$work/text"
    grep -o '^##* ' "$work/text"
    grep '^    ' "$work/text" | sed 's/^ *=========.*/    =========/; s/^    \(wrong: \|错误：\).*/    wrong/
        s/^\(    [.]\/run [^ ]*\( [^ ][^ ]*\)*\)   *[^ ].*/\1/'
    grep -v '^    ' "$work/text" >"$work/prose"
    grep -c '^|' "$work/prose" | sed 's/^/rows of tables: /'
    # what stands in a line may stand in another place of the sentence, and be broken over two lines
    tr '\n' ' ' <"$work/prose" >"$work/line"
    # shellcheck disable=SC2016 # the backquotes are Markdown's
    grep -o '`[^`]*`' "$work/line" | sort
    grep -o ']([^)]*)' "$work/line" | sed 's/[.]zh-CN[.]\(md\|svg\)/.\1/' | sort
    # shellcheck disable=SC2016
    sed 's/`[^`]*`//g; s/]([^)]*)//g' "$work/line" | grep -oE '[0-9]+([.][0-9]+)*' | sort
}

# The links of a file to places that it does not have: neither an <a id>, nor a heading, which GitHub gives an id of its
# words, in lower case, without punctuation, with hyphens for spaces.
lost_links() {
    {
        sed -n 's/^<a id="\([^"]*\)"><\/a>$/\1/p' "$1"
        sed -n 's/]([^)]*)//g; s/^##* //p' "$1" | tr '[:upper:]' '[:lower:]' | tr ' ' '-' | tr -cd '[:alnum:]_\n-'
    } >"$work/places"
    grep -o '](#[^)]*)' "$1" | sed 's/^](#//; s/)$//' | grep -vxF -f "$work/places" | sed "s|.*|$1 has no place #&|"
}

# the English of exercises/TASKS.zh-CN.md stands in the .cu files: tests/exercises/chinese.sh
find . -name '.?*' -prune -o -name build -prune -o -name '*.zh-CN.md' ! -name TASKS.zh-CN.md -print >"$work/translations"
[ -s "$work/translations" ] || failed=1
while read -r translation; do
    english=${translation%.zh-CN.md}.md
    skeleton "$english" >"$work/english"
    skeleton "$translation" >"$work/chinese"
    [ "$(grep -c . "$work/english")" -gt 10 ] || failed=1
    cmp -s "$work/english" "$work/chinese" || {
        echo "$translation is not in step:"
        diff "$work/english" "$work/chinese"
        failed=1
    }
    { lost_links "$english"; lost_links "$translation"; } >"$work/lost"
    [ ! -s "$work/lost" ] || failed=1
    cat "$work/lost"
done <"$work/translations"
exit $failed
