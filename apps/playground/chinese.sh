#!/bin/sh
# SPDX-License-Identifier: MIT
# chinese.sh [--renew]: whether page/zh_CN.po has what the playground's page says, as cpu_device/po/chinese.sh does it for the
# device: the arguments of _() in its scripts, and in index.html the texts and attributes of the elements with data-say.
set -u
cd "$(dirname "$0")/page" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
grep data-say index.html | sed -n 's/.*\(<[a-z][^>]* data-say>\)\([^<]*\).*/\1\n>\2/p' |
    sed -n 's/^>\(..*\)/_("\1");/p; /^</{s/\(title\|placeholder\|aria-label\)="\([^"]*\)"/\n_("\2");\n/g; p;}' | grep '^_' >"$work/index.js"
xgettext --from-code=UTF-8 -L JavaScript -k -k_ -o "$work/page.pot" ./*.js "$work/index.js" 2>/dev/null || exit 1
sed -i '1,/^msgid ""/{/^#:/d;}; s/CHARSET/UTF-8/; /^$/,$s/^msgid /#, c-format\n&/' "$work/page.pot" # %1$s
sh ../../../cpu_device/po/compare.sh "$PWD/zh_CN.po" "$work/page.pot" "$work/page.pot" "$@"
