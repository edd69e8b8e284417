#!/bin/sh
# SPDX-License-Identifier: MIT
# promises.sh ROOT: each row of the tables of SECURITY.md names tests, and there is each of them: harm/NAME, a program of
# tests/exercises/harm; cheats/NAME, a submission of cheats.txt or cheats_by_kind.txt; cpu/exercises/NAME, a test of CTest.
# Each program of harm/ stands for a promise.
set -u
root=$1 failed=0
wrong() {
    echo "$*"
    failed=1
}
tests=$root/tests/exercises
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
# the last cells of the rows, with the names between backquotes
sed -n '/^| what | what .* | tests |$/,/^$/p' "$root/SECURITY.md" | grep '^| ' | grep -vE '^[|] (---|what) [|]' >"$work/rows"
[ "$(wc -l <"$work/rows")" -ge 15 ] || wrong "SECURITY.md has only $(wc -l <"$work/rows") rows with tests"
while IFS= read -r row; do
    cell=${row% |} && cell=${cell##*| }
    names=$(echo "$cell" | tr -d '`,')
    [ -n "$names" ] || wrong "no test: $row"
    printf '%s\n' "$names" | tr ' ' '\n' >>"$work/names"
done <"$work/rows"
while IFS= read -r name; do
    case $name in
    harm/*) [ -e "$tests/$name.cu" ] ;;
    cheats/*) grep -qF "== ${name#cheats/}.cu: " "$tests/cheats.txt" "$tests/cheats_by_kind.txt" ;;
    cpu/exercises/*) grep -qE "cpu/exercises/${name#cpu/exercises/}( |\$)" "$tests/CMakeLists.txt" ;;
    *) false ;;
    esac || wrong "SECURITY.md names the test $name, which is not there"
done <"$work/names"
for program in "$tests"/harm/*.cu; do
    name=${program##*/} && name=harm/${name%.cu}
    grep -qx "$name" "$work/names" || wrong "SECURITY.md does not say what $name tests"
done
exit $failed
