#!/bin/sh
# SPDX-License-Identifier: MIT
# compare.sh CATALOGUE WANTED ALL [--renew]: whether a catalogue has every text of the template WANTED in Chinese, none that
# the template ALL does not have, the same conversions in both languages, and Chinese that is set as it should be. With
# --renew, texts that are gone leave the catalogue, and new ones come into it, to be translated.
set -u
export LC_ALL=C.UTF-8
catalogue=$1 wanted=$2 all=$3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# Its entries with the places where the source has them; a row of C for each (see chinese.cpp) has no room for comments.
msgmerge -q --no-fuzzy-matching -o "$work/merged" "$catalogue" "$all" 2>"$work/said" || { cat "$work/said"; exit 1; }
if [ "${4:-}" = --renew ]; then
    { msgattrib --translated --no-obsolete "$work/merged" | msgcat --use-first --sort-by-file --width=120 - "$wanted"; } 2>/dev/null |
        sed '/^#/d; /^"\(Report\|POT\)-/d' | cat -s >"$work/new" && cp "$work/new" "$catalogue"
    exit
fi

failed=0
msgcmp -N "$catalogue" "$wanted" >"$work/said" 2>&1 || { grep -v 'is not used' "$work/said"; failed=1; }
! msgcmp -N "$catalogue" "$all" 2>&1 | grep 'is not used' || failed=1
msgfmt --use-fuzzy --check-format -o /dev/null "$work/merged" || failed=1
! grep '^#' "$catalogue" || failed=1

# English, a tab, Chinese. Words of Latin letters in the Chinese are code, which the English has too; and what the CPU
# device does not have is known by these words (is_limit() in src/api/errors.cpp).
awk '/^msgid/ { to_english = 1; english = "" }
    /^msgstr/ { to_english = 0; chinese = "" }
    match($0, /".*"/) { part = substr($0, RSTART + 1, RLENGTH - 2); if (to_english) english = english part; else chinese = chinese part }
    /^$/ && english != "" { print english "\t" chinese }
    END { print english "\t" chinese }' "$catalogue" >"$work/rows"
awk -F '\t' '{
    words = $2
    gsub(/%[0-9$.]*[hlzt]*[a-z]|\\[a-z]/, " ", words)
    gsub(/[^A-Za-z0-9_]+/, " ", words)
    count = split(words, word, " ")
    for (i = 1; i <= count; ++i)
        if (length(word[i]) > 2 && word[i] ~ /^[A-Za-z]/ && !index(tolower($1), tolower(word[i])))
            print "FAILED: the English does not have the word " word[i] ": " $2
    if (!index($1, "CPU device") != !index($2, "CPU 设备"))
        print "FAILED: one of the two languages names the CPU device: " $0
}' "$work/rows" >"$work/words"
# Chinese stands apart from Latin letters and digits by a space, and without one beside Chinese punctuation.
letter='[\x{4e00}-\x{9fff}]' mark='[\x{3000}-\x{303f}\x{ff00}-\x{ffef}]'
cut -f 2 "$work/rows" | sed -E 's/%[0-9$.]*[hlzt]*[a-zA-Z]|\\[a-z]/%/g' |
    grep -P "${letter}[A-Za-z0-9]|[A-Za-z0-9]$letter|$mark [^ ]| $mark|$letter ($letter|$mark)" | sed 's/^/FAILED: a space: /' >>"$work/words"
cat "$work/words"
[ $failed = 0 ] && [ ! -s "$work/words" ] && msgfmt --statistics -o /dev/null "$catalogue"
