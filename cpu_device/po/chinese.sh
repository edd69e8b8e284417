#!/bin/sh
# SPDX-License-Identifier: MIT
# chinese.sh [--renew]: whether zh_CN.po has what the device and cucc say, and page.zh_CN.po what the page of a launch does
# (compare.sh); or with --renew, brings them up to date. The device says the arguments of tr(), and string literals of two
# words or more; but for those that begin as a line of not_said.txt, which are for files, the system, the compiler or keys,
# or CUDA's own words.
set -u
cd "$(dirname "$0")/.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
texts() { # TEMPLATE OPTION...: of the files that standard input names
    template=$work/$1
    shift
    xgettext --from-code=UTF-8 -L C++ -f - -o "$template" "$@" 2>/dev/null &&
        sed -i '1,/^msgid ""/{/^#:/d;}; s/CHARSET/UTF-8/' "$template" # an empty text is no text
}
find src libraries driver -name '*.cpp' -o -name '*.[ch]' | sort >"$work/files"
texts marked.pot -k -ktr <"$work/files"
grep -v -e ^driver -e /nvrtc.cpp "$work/files" | texts literals.pot -a # NVRTC's words are its own
{ grep -v ^driver "$work/files" && find include -name '*.h' | sort; } | texts all.pot -a
msggrep -K -E -e '[a-z][a-z][,:;)]? ([a-z]|%[a-z][a-z])' -e '%l*[a-z] [a-z][a-z]' "$work/literals.pot" | msggrep -v -K -E -f po/not_said.txt |
    msgcat - "$work/marked.pot" -o "$work/wanted.pot" && msgcat "$work/all.pot" "$work/marked.pot" -o "$work/either.pot" 2>/dev/null &&
    sh po/compare.sh po/zh_CN.po "$work/wanted.pot" "$work/either.pot" "$@" || exit 1

echo src/say/page/words.js | texts page.pot -L JavaScript -k -k_
sed -i '/^$/,$s/^msgid /#, c-format\n&/' "$work/page.pot" # %1$s
sh po/compare.sh po/page.zh_CN.po "$work/page.pot" "$work/page.pot" "$@"
