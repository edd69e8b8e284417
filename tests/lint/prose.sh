#!/bin/sh
# SPDX-License-Identifier: MIT
# prose.sh REPOSITORY [--count]: patterns that make a text read as if it had been translated, by prose.awk, in the English
# texts and in the comments of the lessons. prose.txt says how many of each may stay in which text: those are right as they
# are. One more is an error. --count prints the counts in the form of prose.txt.
#
#   there     "the sums are there": say what they are: stored, visible, present
#   for       ", for it waits": because
#   person    nobody, somebody, whoever, for threads: no thread, one block
#   ending    ", too", ", either", "besides", at the end of a sentence
#   pronoun   a sentence that ends in "of that", "for those", "in which"
#   as        "as told", "as ever", "as many" at the end: repeat the noun
#   per       "one thread a row": per
#   style     words that CONTRIBUTING.md or the reports have replaced: "behind the loop", "for ever"
#   what      two clauses with "what" in one sentence
#
# In no source may a comment begin with "Of": it lacks the noun that it describes, and mostly the verb. And in the C and C++
# of the device and the apps nothing may be called `what`: it has the name of its noun.
set -u
root=$(cd "$1" && pwd) || exit 1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# The texts of a tree.
texts() {
    find . -name '.?*' -prune -o -name 'build*' -prune -o -path ./docs/results -prune -o -path ./tests -prune -o -path ./cpu_device/tests -prune \
        -o -name '*.md' ! -name '*.zh-CN.md' ! -name CHANGELOG.md -print -o -path './chapter05/*.cu' -print -o -path './modern/*.cu' -print -o -path './gpus/*.cu' -print |
        grep -v '^./docs/reports.md$' | sort
}

# Comments of the sources in this folder that begin with "Of".
headless() {
    grep -rnE --include='*.c' --include='*.h' --include='*.cpp' --include='*.cuh' --include='*.cu' --include='*.js' --include='*.mjs' \
        '(^|[ ;,{}])// Of ' apps bench chapter05 common cpu_device exercises gpus modern tests tools 2>/dev/null
}

# Lines of C and C++ in which an identifier is `what`, without their strings and comments.
nameless() {
    (cd "$1" && grep -rnw --include='*.c' --include='*.h' --include='*.cpp' what apps cpu_device/driver cpu_device/include cpu_device/libraries \
        cpu_device/plugin cpu_device/rewrite cpu_device/runs cpu_device/src 2>/dev/null) |
        sed -E 's/"([^"\\]|\\.)*"//g; s,//.*,,; s,/\*.*\*/,,g; s, # .*,,' | grep -w what
}

counts() {
    sed 's/^\([^ ]* [a-z]*\): .*/\1/' | sort | uniq -c | awk '{ print $2, $3, $1 }'
}

# First the patterns must be found, each once, and nothing in a right text.
mkdir "$work/tree"
cat >"$work/tree/wrong.md" <<'END'
The sums are there. It stops, for it waits. It is a block that nobody counts. A store races, too. A thread may read
of that. They end, and as many. There is one thread a row. It is behind the loop. It says what is and what was.
END
cat >"$work/tree/right.md" <<'END'
There are sums, visible to the block. It stops because it waits. Each row has `one thread a row`.

    nobody    is there
END
found=$(cd "$work/tree" && awk -f "$here/prose.awk" ./right.md ./wrong.md | counts)
expected=$(printf 'wrong.md %s 1\n' as ending for per person pronoun style there what)
[ "$found" = "$expected" ] || {
    printf 'FAILED: in the sample there is\n%s\n' "$found"
    exit 1
}

mkdir -p "$work/tree/cpu_device/src/run"
printf '// Of the thread.\nint a; // of the thread\n' >"$work/tree/cpu_device/src/run/core.h"
[ "$(cd "$work/tree" && headless)" = 'cpu_device/src/run/core.h:1:// Of the thread.' ] || {
    echo 'FAILED: a comment that begins with "Of" is not found'
    exit 1
}

printf 'int what; // what is\nconst char *text = "what"; /* what is */\n' >"$work/tree/cpu_device/src/run/core.h"
[ "$(nameless "$work/tree")" = 'cpu_device/src/run/core.h:1:int what; ' ] || {
    echo 'FAILED: an identifier "what" is not found'
    exit 1
}

cd "$root" || exit 1
texts | tr '\n' '\0' | xargs -0 awk -f "$here/prose.awk" >"$work/found"
counts <"$work/found" >"$work/counts"
[ "${2:-}" != --count ] || {
    cat "$work/counts"
    exit
}
awk 'NR == FNR { if (!/^#/) may[$1 " " $2] = $3; next }
    $3 > may[$1 " " $2] + 0 { print $1, $2, may[$1 " " $2] + 0 }' "$here/prose.txt" "$work/counts" >"$work/more"
while read -r text pattern may; do
    echo "FAILED: $text: '$pattern' (see the head of tests/lint/prose.sh): $may may stay; there are:"
    grep "^$text $pattern: " "$work/found" | sed 's/^[^:]*:/   /'
done <"$work/more"
headless >"$work/headless"
sed 's/^/FAILED: say what this is, with its noun first: /' "$work/headless"
nameless . >"$work/nameless"
sed 's/^/FAILED: give it the name of its noun: /' "$work/nameless"
[ ! -s "$work/more" ] && [ ! -s "$work/headless" ] && [ ! -s "$work/nameless" ]
