#!/bin/sh
# SPDX-License-Identifier: MIT
# order.sh REPOSITORY: tools/lessons.txt gives the order of the lessons. Everything else that lists those of chapter 5 has
# the same order: the sections of its README.md, the table of questions there, both in Chinese, the cards of the demo's
# page, CMakeLists.txt, and the pages and slides of the races. First the check must find a list in another order.
set -u
cd "$1" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
sh tools/lessons.sh | sed -n 's|^chapter05/\([a-z_0-9]*\) .*|\1|p' >"$work/order"

# in_order WHAT: the names on standard input, some of which may be missing, are in the order of the lessons.
in_order() {
    uniq >"$work/names"
    [ -s "$work/names" ] || {
        echo "FAILED: $1 names no lesson"
        return 1
    }
    grep -xFf "$work/names" "$work/order" | cmp -s - "$work/names" || {
        echo "FAILED: $1 has another order than tools/lessons.txt:"
        diff "$work/order" "$work/names"
        return 1
    }
}

sections() { # FILE
    grep '^## ' "$1" | grep -o '\[[a-z_0-9]*\.cu\]' | sed 's/\[\(.*\)\.cu\]/\1/'
}
questions() { # FILE
    grep '^| .*](#' "$1" | grep -o '](#[a-z-]*[-a-z_0-9]*cu)' | sed 's/](#.*-\([a-z_0-9]*\)cu)/\1/' | grep -xFf "$work/order"
}

{ tail -n 1 "$work/order" && head -n 1 "$work/order"; } | in_order 'a list in another order' >"$work/said" && {
    echo "FAILED: another order is let pass"
    failed=1
}
for file in chapter05/README.md chapter05/README.zh-CN.md; do
    sections $file | in_order "$file" || failed=1
    questions $file | in_order "the table of questions in $file" || failed=1
done
sed -n 's/^\([a-z_0-9]*\) | .*/\1/p' chapter05/cards.txt | grep -xFf "$work/order" | in_order chapter05/cards.txt || failed=1
sed -n 's/^add_example(\([a-z_0-9]*\).*/\1/p' chapter05/CMakeLists.txt | in_order chapter05/CMakeLists.txt || failed=1
sed -n 's/^\([a-z_0-9]*\): .*/\1/p' tools/pages.txt | in_order tools/pages.txt || failed=1
exit $failed
