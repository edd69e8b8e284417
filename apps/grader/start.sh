#!/bin/sh
# SPDX-License-Identifier: MIT
# start.sh check|grade ARGUMENT...: compiles the judge (*.c here), unless it is newer than its sources, and starts it.
set -u
here=$0
[ ! -L "$here" ] || here=$(realpath -- "$here")
here=$(CDPATH='' cd -- "${here%/*}" && pwd -P)
root=${here%/apps/grader}
command=$1

# A full disk or a power cut may leave a part of the judge. A whole one, with no argument, ends with status 86; the shell runs an
# empty file without a word.
works() { # JUDGE
    { "$1"; } >/dev/null 2>&1 && return 1
    [ $? = 86 ]
}

up_to_date() { # FOLDER
    [ -x "$1/judge" ] && works "$1/judge" || return
    for source in "$here"/*.[ch] "$root"/cpu_device/runs/*.[ch] "$root"/exercises/po/*.po; do
        # shellcheck disable=SC3013 # POSIX since 2024, and every shell has it
        [ ! "$source" -nt "$1/judge" ] || return
    done
}

compile() { # FOLDER
    made=$1/judge.$$
    trap 'rm -f "$made"' EXIT
    trap 'exit 2' HUP INT TERM
    if "${CC:-cc}" -std=c11 -O1 "$here"/*.c "$root"/cpu_device/runs/*.c -o "$made"; then
        mv -f "$made" "$1/judge"
    else
        echo "$command: the judge, $here, did not compile" >&2
        exit 2
    fi
    trap - EXIT HUP INT TERM
}

cache=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
for folder in "${CUCC_BUILD:-$here/../../build/cucc}" ${cache:+"$cache/cucc"}; do
    [ -d "$folder" ] || mkdir -p "$folder" 2>/dev/null
    if [ -w "$folder" ] || up_to_date "$folder"; then break; fi
done
up_to_date "$folder" || compile "$folder"
shift
exec "$folder/judge" "$command" "$root" "$@"
