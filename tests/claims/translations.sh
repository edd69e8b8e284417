#!/bin/sh
# SPDX-License-Identifier: MIT
# translations.sh ROOT: each NAME.zh-CN.md is in step with NAME.md: the same headings by their levels, the same code blocks,
# rows of tables, code within lines, links and figures. What differs is printed.
set -u
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$1" || exit 1
failed=0

# What must be the same in both, a line each. The links between the two are left out.
skeleton() {
    sed 's/\[English\](README[.]md)//; s/\[中文\](README[.]zh-CN[.]md)//' "$1" >"$work/text"
    grep -o '^##* ' "$work/text"
    grep '^    ' "$work/text"
    grep -v '^    ' "$work/text" >"$work/prose"
    grep -c '^|' "$work/prose" | sed 's/^/rows of tables: /'
    # what stands in a line may stand in another place of the sentence, and be broken over two lines
    tr '\n' ' ' <"$work/prose" >"$work/line"
    # shellcheck disable=SC2016 # the backquotes are Markdown's
    grep -o '`[^`]*`' "$work/line" | sort
    grep -o ']([^)]*)' "$work/line" | sort
    # shellcheck disable=SC2016
    sed 's/`[^`]*`//g; s/]([^)]*)//g' "$work/line" | grep -oE '[0-9]+([.][0-9]+)*' | sort
}

for translation in ./*.zh-CN.md; do
    skeleton "${translation%.zh-CN.md}.md" >"$work/english"
    skeleton "$translation" >"$work/chinese"
    [ "$(grep -c . "$work/english")" -gt 20 ] || failed=1
    cmp -s "$work/english" "$work/chinese" || {
        echo "$translation is not in step:"
        diff "$work/english" "$work/chinese"
        failed=1
    }
done
exit $failed
