#!/bin/sh
# SPDX-License-Identifier: MIT
# chinese.sh [--renew]: whether the catalogues here have what the judge says, as cpu_device/po/chinese.sh does it for the
# device: messages.zh_CN.po the arguments of _() and die() in apps/grader/, verdicts.zh_CN.po the texts of judge/*.h, which the
# judge translates as the judged program prints them, without the end of a line, comments.zh_CN.po the comments in the code
# of start/*.cu.
set -u
cd "$(dirname "$0")/.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
# texts TEMPLATE OPTION...: of some files. An empty text is no text.
texts() {
    xgettext --from-code=UTF-8 -L C++ -o "$@" 2>/dev/null && sed -i '1,/^msgid ""/{/^#:/d;}; s/CHARSET/UTF-8/' "$1"
}
words='(^|[^%a-z])[a-z]' # and not only conversions
texts "$work/marked.pot" -k -k_ -kdie ../apps/grader/*.[ch]*
texts "$work/all.pot" -a ../apps/grader/*.[ch]*
msggrep -K -E -e "$words" "$work/marked.pot" >"$work/messages.pot"
sh ../cpu_device/po/compare.sh po/messages.zh_CN.po "$work/messages.pot" "$work/all.pot" "$@" || exit 1

# What stands there for the compiler, the terminal or as a name, in these calls or by its form.
texts "$work/names.pot" -k -kexpect -kexpect_parts:2 -kexpect_parts:3 -kloads -kstatic_assert:2 -kstrcmp:2 -kgetenv -kfprintf:2 judge/*.h
texts "$work/texts.pot" -a -x "$work/names.pot" judge/*.h
msggrep -K -E -e "$words" "$work/texts.pot" |
    msggrep -v -K -E -e '^[a-zA-Z_]+[(][)]$' -e '^cuda' -e '[.]h$' -e '^(pairs|partial)$' -e '^(%32.*%39s|%s %[.][*]s)' |
    sed '/^$/,$s/\\n"$/"/' >"$work/verdicts.pot"
sh ../cpu_device/po/compare.sh po/verdicts.zh_CN.po "$work/verdicts.pot" "$work/verdicts.pot" "$@" || exit 1

{
    printf '%s\n' 'msgid ""' 'msgstr "Content-Type: text/plain; charset=UTF-8\n"' ''
    cat start/*.cu | awk '/^\/\/ SPDX/ { code = 0 } /^#include/ { code = 1 } code && sub(/^.*\/\/ /, "") && !seen[$0]++ {
        printf "msgid \"%s\"\nmsgstr \"\"\n\n", $0
    }'
} >"$work/comments.pot"
sh ../cpu_device/po/compare.sh po/comments.zh_CN.po "$work/comments.pot" "$work/comments.pot" "$@"
