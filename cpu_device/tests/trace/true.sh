#!/bin/sh
# SPDX-License-Identifier: MIT
# true.sh BUILD K/N|NAME...: planted programs write their pages and reports, those of NAME or every N-th from the K-th on;
# true.js compares them.
set -u
here=$(realpath -- "$0") && here=${here%/*}
build=$(realpath -- "$1")
shift
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
case ${1:-} in
*/*)
    first=${1%/*} step=${1#*/} number=0
    shift
    for program in "$build"/cpu/planted/*; do
        case $program in *_fixed | *.*) continue ;; esac
        number=$((number + 1))
        [ $((number % step)) != $((first % step)) ] || set -- "$@" "${program##*/}"
    done
    ;;
esac
mkdir "$work/pages"
# some wait for seconds, so several at once
# shellcheck disable=SC2016 # the shell that is called expands it
printf '%s\n' "$@" | xargs -P 4 -I NAME sh -c '
    mkdir "$1/NAME" && cd "$1/NAME" || exit 1
    [ ! -x "$2/cpu/planted/NAME_fixed" ] || CPU_DEVICE_TRACE=fixed.html timeout 100 "$2/cpu/planted/NAME_fixed" </dev/null
    [ ! -s fixed.html ] || export CPU_DEVICE_TRACE_FIXED=fixed.html
    CPU_DEVICE_REPORT=../pages/NAME.json CPU_DEVICE_TRACE=../pages/NAME.html timeout 100 "$2/cpu/planted/NAME" </dev/null
    :' sh "$work" "$build" >/dev/null 2>&1
node "$here/true.js" "$work"/pages/*.html >"$work/said"
status=$?
grep -v '^ok' "$work/said"
count=$(grep -c '^ok' "$work/said")
echo "$count pages are true"
[ $status = 0 ] && [ "$count" -gt 0 ]
