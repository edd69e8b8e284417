#!/bin/sh
# SPDX-License-Identifier: MIT
# figures.sh [FOLDER]: draws the figures of the chapter (figures/figures.c) anew, in chapter05/figures or in FOLDER. Needs a
# C compiler.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${CC:-cc}" -std=gnu11 -o "$work/figures" "$here/figures/figures.c"
"$work/figures" "$here/../docs/results" "${1:-$here/figures}"
