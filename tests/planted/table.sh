#!/bin/sh
# SPDX-License-Identifier: MIT
# table.sh: writes the table of README.md anew, from the comments of the programs. --check: says whether it is up to date.
set -u
cd "$(dirname "$0")" || exit 1

# The first thing that a program must get, from `// WORD says TEXT` or `// WORD prints TEXT`, without its line.
diagnosis() {
    sed -n "s/^\/\/ $2 \(says\|prints\) //p" "$1" |
        sed 's/^[a-z_0-9]*\.cu:{[a-z_]*}:* *//; s/^error: *//; s/, at [a-z_]*\.cu:{[a-z_]*}$//; /^$/d' | head -n 1 |
        sed 's/: the threads of a block.*//; s/ reported between.*/ reported/; s/|/\\|/g'
}

lines_of() {
    grep -E '^// CPU says .*\{[a-z_]*\}' "$1" | grep -o '{[a-z_]*}' | tr -d '{}' | sort -u | while read -r mark; do
        grep -n -- "// {$mark}\$" "$1" | cut -d: -f1
    done | sort -n | tr '\n' ' ' | sed 's/ $//; s/ /, /g'
}

# What is wrong with the program: its first comment, up to what it must get.
bug() {
    awk -v name="${1##*/}" '
        NR < 2 { next }
        !/^\/\/ / || /^\/\/ [a-zA-Z-]+ (exits|says|prints|reports) / || /^\/\/ (Compiled with:|Needs) / { exit }
        { text = text (text == "" ? "" : " ") substr($0, 4) }
        END { sub("^" name ": ", "", text); gsub(/\|/, "\\|", text); print text }' "$1"
}

# Programs with a mended twin, which are for both devices.
on_both='^#ifn*def MENDED'
measured='^// (memcheck|racecheck|synccheck|initcheck|all) '
table_on_both() {
    echo '| program | the bug | the CPU device says | at lines | compute-sanitizer on an H200 |'
    echo '| --- | --- | --- | --- | --- |'
    grep -lE "$on_both" -- *.cu | while read -r source; do
        gpu='not measured'
        grep -Eq "$measured" "$source" && gpu=
        for tool in memcheck racecheck synccheck initcheck; do
            grep -q "^// $tool exits 3" "$source" && gpu="$gpu${gpu:+; }$tool: $(diagnosis "$source" $tool)"
        done
        grep -q '^// synccheck exits 9' "$source" && gpu='**none**: it hangs'
        grep -Eq '^// (all exits [01]|memcheck exits 0)$' "$source" && gpu='**none**'
        grep -q '^// all exits 11' "$source" && gpu='**none**: the program crashes'
        echo "| [${source%.cu}]($source) | $(bug "$source") | $(diagnosis "$source" CPU) | $(lines_of "$source") | $gpu |"
    done
}

# Programs without one.
table_on_cpu() {
    echo '| program | what it does | the CPU device says | at lines |'
    echo '| --- | --- | --- | --- |'
    grep -LE "$on_both" -- "$@" | while read -r source; do
        name=${source##*/}
        echo "| [${name%.cu}]($source) | $(bug "$source") | $(diagnosis "$source" CPU) | $(lines_of "$source") |"
    done
}

count() {
    grep -lE "$1" -- *.cu | wc -l
}

page=$(mktemp)
trap 'rm -f "$page"' EXIT
{
    sed '/^<!-- from here on/q' README.md
    echo
    all=$(count "$measured")
    none=$(count '^// (all exits|synccheck exits 9|memcheck exits 0)')
    echo "$(count "$on_both") programs. The CPU device names the bug in each. $all were held against compute-sanitizer, which names it in"
    echo "$((all - none)); no tool of it does in $none. Every mended twin is clean on the CPU device, and in all four tools but for $(count '^// mended-racecheck prints')"
    echo "in which racecheck is wrong: it does not know that a fence and a flag order two threads; but for $(count '^// mended-initcheck') that launch kernels"
    echo "in kernels, of which only memcheck knows; and but for $(($(count '^// mended-synccheck') - $(count '^// mended-initcheck'))) in which synccheck takes the arrival of a copy for one that"
    echo "no thread waits for."
    echo
    table_on_both
    printf '\n## On the CPU device alone\n\n'
    printf 'Programs without a mended twin: most hold the device to what it says, or to what it goes on to do.\n\n'
    table_on_cpu ./*.cu | sed 's/(\.\//(/'
    printf '\n## What must not compile\n\n'
    printf 'The compiler refuses each with a message. Some of it is CUDA that the CPU device does not have.\n\n'
    table_on_cpu compile/*.cu
} >"$page"
if [ "${1:-}" = --check ]; then
    cmp -s "$page" README.md && exit 0
    echo "tests/planted/README.md is not what tests/planted/table.sh makes of the programs:"
    diff README.md "$page"
    exit 1
fi
cp "$page" README.md
