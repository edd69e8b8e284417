#!/bin/sh
# SPDX-License-Identifier: MIT
# man.sh CUCC SOURCE_FOLDER: cucc's man page has each option of its help and each setting, and groff takes it without a word.
set -u
# shellcheck disable=SC2034 # common.sh has it in its messages
cucc=$1 failed=0
readme=$2/cpu_device/README.md
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"
sh "$2/cpu_device/package/man.sh" "$cucc" "$readme" 1.2.3 >cucc.1 2>log || wrong "no man page"
groff -man -ww -z cucc.1 >log 2>&1
[ ! -s log ] || wrong "groff has something to say"
groff -man -Tascii -P-cbou -rLL=200n cucc.1 | sed 's/^ *//' >page 2>log
grep -q 'cucc 1.2.3' page || wrong "the page names no version"
"$cucc" --help | sed -n 's/^  \([^ ].*\)/\1/p' | sed 's/  .*//' >items
[ "$(grep -c . items)" -gt 30 ] || wrong "the help has few items"
while read -r item; do
    grep -qF -- "$item" page || wrong "the page has no $item"
done <items
# shellcheck disable=SC2016 # Markdown
sed -n 's/^| `\(CPU_DEVICE_[A-Z_]*\)` .*/\1/p' "$readme" >settings
[ "$(grep -c . settings)" -gt 10 ] || wrong "the README has few settings"
while read -r name; do
    grep -q "^$name" page || wrong "the page has no $name"
done <settings
! grep -n '](\|`' page >log || wrong "the page has Markdown"
for heading in NAME SYNOPSIS ENVIRONMENT 'EXIT STATUS'; do
    grep -qx "$heading" page || wrong "the page has no $heading"
done
exit $failed
