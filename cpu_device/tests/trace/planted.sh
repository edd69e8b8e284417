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
case ${1:-} in
*/*)
    first=${1%/*} step=${1#*/} number=0
    shift
    for fixed in "$build"/cpu/planted/*_fixed; do
        number=$((number + 1))
        [ $((number % step)) = $((first % step)) ] || continue
        name=${fixed##*/}
        set -- "$@" "${name%_fixed}"
    done
    ;;
esac
# some wait for seconds, so several at once
mkdir "$work/pages"
# shellcheck disable=SC2016 # the shell that is called expands it
printf '%s\n' "$@" | xargs -P 4 -I NAME sh -c '
    mkdir "$1/NAME" && cd "$1/NAME" || exit 1
    CPU_DEVICE_TRACE=fixed.html timeout 100 "$2/cpu/planted/NAME_fixed" </dev/null
    CPU_DEVICE_TRACE_FIXED=fixed.html CPU_DEVICE_TRACE=../pages/NAME.html timeout 100 "$2/cpu/planted/NAME" </dev/null
    :' sh "$work" "$build" >/dev/null 2>&1
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
