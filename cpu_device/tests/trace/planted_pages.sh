#!/bin/sh
# SPDX-License-Identifier: MIT
# planted_pages.sh FOLDER BUILD SUFFIX K/N|NAME...: planted programs write their pages and reports, FOLDER/pages/NAME.html
# and NAME.json, with the fixed version's trace where there is one: those of NAME, or every N-th from the K-th on of those
# that are built with this suffix ("_fixed", or ""). It prints their names.
set -u
folder=$1 build=$(realpath -- "$2") suffix=$3
shift 3
case ${1:-} in
*/*)
    first=${1%/*} step=${1#*/} number=0
    shift
    for program in "$build"/cpu/planted/*"$suffix"; do
        name=${program##*/} && name=${name%"$suffix"}
        case $name in *_fixed | *.*) continue ;; esac
        number=$((number + 1))
        [ $((number % step)) != $((first % step)) ] || set -- "$@" "$name"
    done
    ;;
esac
mkdir "$folder/pages" || exit 1
# some wait for seconds, so several at once
# shellcheck disable=SC2016 # the shell that is called expands it
printf '%s\n' "$@" | xargs -P 4 -I NAME sh -c '
    mkdir "$1/NAME" && cd "$1/NAME" || exit 1
    if [ -x "$2/cpu/planted/NAME_fixed" ]; then
        CPU_DEVICE_TRACE=fixed.html timeout 100 "$2/cpu/planted/NAME_fixed" </dev/null
        export CPU_DEVICE_TRACE_FIXED=fixed.html
    fi
    CPU_DEVICE_REPORT=../pages/NAME.json CPU_DEVICE_TRACE=../pages/NAME.html timeout 100 "$2/cpu/planted/NAME" </dev/null
    :' sh "$folder" "$build" >/dev/null 2>&1
printf '%s\n' "$@"
