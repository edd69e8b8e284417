#!/bin/sh
# SPDX-License-Identifier: MIT
# planted.sh BUILD NAME...: planted programs with a fixed version write their pages, each with the fixed version's trace
# in it; one run of a browser reads all of them (visit.js). planted.sh BUILD K/N: every N-th program, from the K-th on.
set -u
here=$(realpath -- "$0") && here=${here%/*}
build=$1
shift
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2046 # names
set -- $(sh "$here/planted_pages.sh" "$work" "$build" _fixed "$@")
failed=0
for name in "$@"; do
    [ -s "$work/pages/$name.html" ] || {
        echo "$name has written no page"
        failed=1
    }
done
sh "$here/visit.sh" "$work"/pages/*.html >"$work/visited"
status=$?
grep -v '^ok' "$work/visited"
echo "$(grep -c '^ok' "$work/visited") pages read"
[ $status != 77 ] || exit 77
[ $status = 0 ] && [ $failed = 0 ] && [ $# -gt 0 ]
