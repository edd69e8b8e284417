#!/bin/sh
# SPDX-License-Identifier: MIT
# annotate.sh [--seeds N] [--timeout SECONDS] [--arguments WORDS] [--options WORDS] [--reports FOLDER] [PATTERN...]: judges CUDA programs, as
# action.yml does, in the folder where it is called: a repository. With --build COMMAND or --test COMMAND in place of the
# PATTERNs, the repository's own build and tests. It compiles the program here, which main.c explains, and starts it. CUCC names a cucc to use instead of the one here.
# Exit status: 0 if no file has an error, 1 if one has, 2 if nothing can be judged.
set -u
here=$(realpath -- "$0") && here=${here%/*}
program=$(mktemp) || exit 2
trap 'rm -f "$program"' EXIT
trap 'exit 2' HUP INT TERM
"${CC:-cc}" -std=c11 -O1 "$here"/*.c "$here"/../../cpu_device/runs/*.c -o "$program" || {
    echo '::error::annotate: the program that judges did not compile'
    exit 2
}
# it removes its own file
exec "$program" "$program" "${CUCC:-$here/../../cpu_device/cucc}" "$@"
