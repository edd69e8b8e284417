#!/bin/sh
# SPDX-License-Identifier: MIT
# terms.sh REPOSITORY: the Chinese texts use one word for each term, that of terms.txt, and none of those that terms.txt rules
# out. And in the pages no line ends between two Chinese characters: a page shows a blank there, often within a word. First
# the same checks must find a wrong word and a broken one.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 1
cd "$1" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export LC_ALL=C # a Chinese character is three bytes

sed -n 's/^[^#].* | .* | //p' "$here/terms.txt" | sed 's/、/\n/g' >"$work/ruled_out"

wrong_words() { # FILE...
    grep -nF -f "$work/ruled_out" /dev/null "$@"
}

# The first byte of a Chinese character is 344 to 351, that of Chinese punctuation another one.
broken_words() { # FILE...
    awk 'FNR == 1 { before = "" }
        /^    |^\|/ { before = ""; next }
        before ~ /[\344-\351][\200-\277][\200-\277]$/ && /^ *[\344-\351]/ { print FILENAME ":" FNR ": the line before ends within a sentence" }
        { before = $0 }' "$@"
}

printf '%s\n' '这个内核在设备' '上运行。' '' '核函数运行，' '然后结束。' >"$work/wrong.md"
[ "$(wrong_words "$work/wrong.md" | grep -c .)" = 1 ] || { echo "FAILED: a wrong word is let pass" && exit 1; }
[ "$(broken_words "$work/wrong.md")" = "$work/wrong.md:2: the line before ends within a sentence" ] || {
    echo "FAILED: a broken word is let pass" && exit 1
}

find . -name '.?*' -prune -o -name 'build*' -prune -o \( -name '*.zh-CN.*' -o -name '*zh_CN.po' -o -name cards.txt \) -print | sort >"$work/files"
[ "$(grep -c . "$work/files")" -ge 80 ] || { echo "FAILED: only $(grep -c . "$work/files") Chinese texts" && exit 1; }
while read -r file; do
    wrong_words "$file"
    case $file in *.md) broken_words "$file" ;; esac
done <"$work/files" >"$work/found"
sed 's/^/FAILED: /' "$work/found"
[ ! -s "$work/found" ]
