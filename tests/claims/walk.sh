#!/bin/sh
# SPDX-License-Identifier: MIT
# walk.sh REPOSITORY: every file that cpu_device/HOW_IT_WORKS.md links to exists, and each function that its walk from a
# launch to a report names is in a file of the same row. First the same check must find names that are wrong on purpose.
set -u
cd "$1/cpu_device" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

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
                ! grep -qE "\b$function(##size|<[^>]*>)?\(" "$file" || found=yes
            done
            [ $found = yes ] || echo "no $function() in:$files"
        done
    done
}

# shellcheck disable=SC2016
sed 's/`fiber_main`/`no_such_function`/; s/queues[.]cpp/no_such.cpp/g' HOW_IT_WORKS.md >"$work/wrong.md"
[ "$(problems "$work/wrong.md" 2>/dev/null | grep -c no_such)" -ge 2 ] || {
    echo "FAILED: wrong names are not found" >&2
    exit 1
}
wrong=$(problems HOW_IT_WORKS.md)
[ -z "$wrong" ] || {
    printf 'FAILED: HOW_IT_WORKS.md:\n%s\n' "$wrong" >&2
    exit 1
}
echo "the walk is in step with the code"
