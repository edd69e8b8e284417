#!/bin/sh
# SPDX-License-Identifier: MIT
# true.sh BUILD K/N|NAME...: planted programs write their pages and reports, those of NAME or every N-th from the K-th on;
# true.js compares them.
set -u
here=$(realpath -- "$0") && here=${here%/*}
build=$1
shift
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
sh "$here/planted_pages.sh" "$work" "$build" "" "$@" >/dev/null || exit 1
node "$here/true.js" "$work"/pages/*.html >"$work/said"
status=$?
grep -v '^ok' "$work/said"
count=$(grep -c '^ok' "$work/said")
echo "$count pages are true"
[ $status = 0 ] && [ "$count" -gt 0 ]
