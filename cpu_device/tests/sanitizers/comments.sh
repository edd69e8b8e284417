#!/bin/sh
# SPDX-License-Identifier: MIT
# comments.sh ROWS...: writes what measure.sh measured into the comments of the planted bugs that say nothing of the tools yet,
# and of those of which they say that they hang where racecheck names a deadlock now. Programs that were not run under all four
# tools, and all other comments, stay as they are. What a tool says of the fixed version too is no finding, but a false alarm
# there. It prints the names of the programs that it changed; then table.sh has to
# write planted/README.md anew.
set -u
[ $# -gt 0 ] || {
    sed -n 's/^# comments.sh/usage: comments.sh/p' "$0" >&2
    exit 2
}
planted=$(cd "$(dirname "$0")/../planted" && pwd) || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work" "$work.without"' EXIT

# A file for each program, with its lines. A text ends before what differs from run to run: threads, addresses, lines.
cat "$@" | grep -v '^#' | sort -u | awk -F '\t' -v work="$work" '
    # What a tool says of a program, as comments.
    function said(word, status, text) {
        return "// " word " exits " status "\n" (text == "" ? "" : "// " word " prints " text "\n")
    }
    function brief(text) {
        sub(/ (called by|due to|at ADDRESS|ADDRESS).*/, "", text)
        sub(/ reported between.*/, " reported between", text)
        return text
    }
    sub(/^planted\//, "", $1) {
        names[$1]
        status[$1, $2] = $3
        text[$1, $2] = brief($4)
    }
    sub(/^fixed\//, "", $1) && $3 == 3 { of_fixed[$1, $2] = brief($4) }
    END {
        count = split("memcheck racecheck synccheck initcheck", tools, " ")
        for (name in names) {
            lines = alarms = other = ""
            complete = (name, "plain") in status
            for (t = 1; t <= count; t++) {
                tool = tools[t]
                at = name SUBSEP tool
                complete = complete && at in status && status[at] != 77
                if (other == "" && status[at] != 0) other = status[at]
                if (at in of_fixed) alarms = alarms said("fixed-" tool, 3, of_fixed[at])
                if (status[at] != 3 && text[at] == "" || at in of_fixed && of_fixed[at] == text[at]) continue
                lines = lines said(tool, status[at], text[at])
            }
            if (!complete) continue
            hangs = status[name, "plain"] == 124 || status[name, "plain"] == 137
            if (lines == "" && hangs) lines = "// synccheck exits 9\n// synccheck prints ERROR SUMMARY: 0 errors\n"
            if (lines == "" && alarms != "") lines = said("memcheck", 0, "")
            if (lines == "") lines = "// all exits " (other == "" ? 0 : other) "\n"
            printf "%s%s", lines, alarms >(work "/" name)
            close(work "/" name)
        }
    }'

for lines in "$work"/*; do
    name=${lines##*/}
    source=$planted/$name.cu
    if grep -qE '^// (memcheck|racecheck|synccheck|initcheck|all) ' "$source"; then
        grep -qE '^// (memcheck|synccheck) exits 9' "$source" || continue
        grep -q 'Deadlock detected' "$lines" || continue
        sed -i -E '/^\/\/ (memcheck|synccheck) (exits 9|prints ERROR SUMMARY: 0 errors)$/d' "$source"
        grep -vxF -f "$lines" "$source" >"$work.without" && cp "$work.without" "$source"
    fi
    # After the last of the comments at the beginning that say what must be reported.
    after=$(awk '!/^\/\// { exit } /^\/\/ [a-zA-Z-]+ (exits|finds|says|prints|reports) / { last = NR } END { print last + 0 }' "$source")
    [ "$after" -gt 0 ] || after=$(awk '!/^\/\// { exit } { last = NR } END { print last + 0 }' "$source")
    sed -i "${after}r $lines" "$source"
    echo "$name"
done
