#!/bin/sh
# SPDX-License-Identifier: MIT
# walk.sh REPOSITORY: every file that cpu_device/HOW_IT_WORKS.md links to exists, and each function that its walk from a
# launch to a report names is defined in a file of the same row. First the same check must find names that are wrong on
# purpose, and a function that is only called there.
set -u
cd "$1/cpu_device" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# defines FILE NAME: whether the file defines a function of that name, so that a body follows its parameters; a call or a
# declaration is not enough. A macro may give the name its end, as in __tsan_read##size.
defines() {
    awk -v name="$2" '
        { text = text $0 "\n" }
        END {
            while (match(text, "(^|[^A-Za-z0-9_])" name "(##size|<[^<>]*>)?\\(")) {
                before = substr(text, 1, RSTART)
                text = substr(text, RSTART + RLENGTH)
                sub(/.*\n/, "", before)
                gsub(/\[\[[^]]*\]\]/, "", before)
                depth = 1
                for (at = 1; depth > 0 && at <= length(text); ++at) {
                    c = substr(text, at, 1)
                    depth += (c == "(") - (c == ")")
                }
                rest = substr(text, at, 200)
                gsub(/\/\/[^\n]*/, "", rest)
                sub(/^([ \t\n\\]|const|override|noexcept)*/, "", rest)
                if (before ~ /^[A-Za-z0-9_:<>*&, \t]*$/ && before !~ /(return|else|case) / && rest ~ /^\{/) found = 1
            }
            exit !found
        }' "$1"
}

# Prints what is wrong with a text whose links start from this folder.
problems() {
    grep -o '](\([^)#]*\))' "$1" | sed 's/^](//; s/)$//' | while IFS= read -r file; do
        [ -e "$file" ] || echo "there is no $file"
    done
    grep '^|[^|]*|[^|]*](.*|[^|]*`[^|]*|$' "$1" | while IFS='|' read -r _ _ files functions _; do
        # shellcheck disable=SC2016 # the backquotes are Markdown's
        for function in $(echo "$functions" | grep -o '`[^`]*`' | tr -d '`'); do
            found=no
            for file in $(echo "$files" | grep -o '(\([^)]*\))' | tr -d '()'); do
                ! defines "$file" "$function" || found=yes
            done
            [ $found = yes ] || echo "no $function() in:$files"
        done
    done
}

# shellcheck disable=SC2016
sed 's/`fiber_main`/`no_such_function`/; s/`run_blocks`/`end_launch`/; s/queues[.]cpp/no_such.cpp/g' HOW_IT_WORKS.md \
    >"$work/wrong.md"
[ "$(problems "$work/wrong.md" 2>/dev/null | grep -cE 'no_such_|no_such[.]cpp$|end_launch')" -ge 3 ] || {
    echo "FAILED: wrong names are not found" >&2
    exit 1
}
wrong=$(problems HOW_IT_WORKS.md)
[ -z "$wrong" ] || {
    printf 'FAILED: HOW_IT_WORKS.md:\n%s\n' "$wrong" >&2
    exit 1
}
echo "the walk is in step with the code"
