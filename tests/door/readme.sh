#!/bin/sh
# SPDX-License-Identifier: MIT
# readme.sh ROOT: each command of README.md stands in commands.txt, in the same order, and so does each of README.zh-CN.md; none
# stands there that the README has not got.
set -u
cd "$1" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

# Commands in a line of their own and in the text, one per line, without the comments after them. A file that is meant as an
# example of the reader's own is no command, nor is what only sets an option.
commands_of() {
    {
        sed -n 's/^    \([.a-zA-Z]\)/\1/p' "$1"
        # shellcheck disable=SC2016 # code in the text
        tr '\n' ' ' <"$1" | grep -o '`[^`]*`' | tr -d '`'
    } | sed 's/  *#.*//; s/  */ /g' |
        grep -E '^([A-Z]+=[^ ]+ )?([.]/[a-z]|nvcc |cpu_device/cucc |cmake -|ctest -|docker )' | grep -vx '[.]/run' | sort -u
}
grep -E '^(short|long|nvcc|no) ' tests/door/commands.txt | cut -d '|' -f 3 | sed 's/^ *//' | sort -u >"$work/known"
for text in README.md README.zh-CN.md; do
    commands_of "$text" >"$work/typed"
    [ "$(grep -c . "$work/typed")" -gt 15 ] || { echo "$text: only these commands: $(cat "$work/typed")" && failed=1; }
    comm -23 "$work/typed" "$work/known" | sed "s|^|$text, and not in tests/door/commands.txt: |" >"$work/problems"
    [ "$text" != README.md ] || comm -13 "$work/typed" "$work/known" | sed "s|^|in tests/door/commands.txt, and not in $text: |" >>"$work/problems"
    [ ! -s "$work/problems" ] || { cat "$work/problems" && failed=1; }
done
# README.md's order: where each command first stands, as code or in a line of its own
tr '\n' ' ' <README.md | sed 's/  */ /g' >"$work/text"
grep -E '^(short|long|nvcc|no) ' tests/door/commands.txt | cut -d '|' -f 3 | sed 's/^ *//' | awk '
    NR == FNR { text = $0; next }
    {
        place = index(text, "`" $0 "`")
        line = index(text, " " $0 " ")
        if (!place || (line && line < place)) place = line
        if (place < last) { print "tests/door/commands.txt, not in the order of README.md: " $0; bad = 1 }
        last = place
    }
    END { exit bad }' "$work/text" - || failed=1
# what is not typed has its reason
awk '/^no / { want = NR + 1; command = $0 } NR == want && !/^# / { print "no reason: " command; bad = 1 } END { exit bad }' tests/door/commands.txt || failed=1
exit $failed
