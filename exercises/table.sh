#!/bin/sh
# SPDX-License-Identifier: MIT
# table.sh: writes the table of README.md anew, from the second lines of the exercises and from what their judges expect.
# --check: says whether it is up to date.
set -u
cd "$(dirname "$0")" || exit 1

# What the judge of an exercise looks at besides the result: "coalesced, loads of global memory".
judged() {
    while read -r call words; do
        ! grep -q "\b$call(" "judge/$1.h" || echo "$words"
    done <<'END' | paste -s -d , | sed 's/,/, /g'
expect_coalesced coalesced
expect_no_bank_conflicts no bank conflicts
expect_global_loads loads of global memory
expect_shared_loads loads of shared memory
expect_global_atomics atomics on global memory
expect_needed_synchronization no needless synchronization
END
}

page=$(mktemp) || exit 1
trap 'rm -f "$page"' EXIT
{
    sed '/^<!-- table.sh writes this table -->/q' README.md
    echo
    echo '| | exercise | | judged besides the result |'
    echo '| --- | --- | --- | --- |'
    sed -n 's|^// \([0-9][0-9]* [a-z_0-9]*: .*\)|\1|p' ./*.cu | sort -n | while IFS=' ' read -r number name lesson; do
        name=${name%:}
        also=$(judged "$name")
        echo "| $number | [$name]($name.cu) | ${lesson%.} |${also:+ $also} |"
    done
    echo
    sed -n '/^<!-- end of the table -->/,$p' README.md
} >"$page"
if [ "${1:-}" = --check ]; then
    cmp -s "$page" README.md && exit 0
    echo "exercises/README.md is not what exercises/table.sh makes of the exercises:"
    diff README.md "$page"
    exit 1
fi
cp "$page" README.md
