#!/bin/sh
# SPDX-License-Identifier: MIT
# verdicts.sh FOLDER...: compiles and runs each .cu file of the folders, and prints a line for each: its name, the exit
# status, and the ids of its reports, each once; then how many are reported, get a warning, are silent, do not compile or do
# not end in 60 seconds. Whether that is right, a person says. A file's first comment `// arguments: ...` has its arguments.
# $CUCC is the compiler, CPU_DEVICE_SEED and the like hold for all runs.
set -u
[ $# -gt 0 ] || {
    echo 'usage: cpu_device/tests/verdicts.sh FOLDER...' >&2
    exit 2
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# of FILE: a line of the table, whose second word is the verdict
verdict() {
    name=${1##*/} name=${name%.cu}
    if ! "${CUCC:-cucc}" -w "$1" -o "$work/program" 2>"$work/text"; then
        echo "$name refused $(grep -m 1 'error' "$work/text" | sed 's/^[^ ]* //')"
        return
    fi
    rm -f "$work/found.json"
    # shellcheck disable=SC2046 # several arguments
    CPU_DEVICE_REPORT=$work/found.json timeout -k 5 60 "$work/program" $(sed -n 's|^// arguments: ||p' "$1" | head -n 1) \
        >/dev/null 2>&1 </dev/null
    status=$? what=silent ids=''
    if [ -s "$work/found.json" ]; then
        ids=$(sed -n 's/^{"id":"\([^"]*\)".*/\1/p' "$work/found.json" | grep -v '^summary$' | sort -u | tr '\n' ' ')
        [ -z "$ids" ] || what=warned
        ! grep -q '"severity":"error"' "$work/found.json" || what=reported
    fi
    [ $status != 124 ] || what=endless
    echo "$name $what $status $ids"
}

for folder; do
    for source in "$folder"/*.cu; do
        verdict "$source"
    done
done >"$work/table"
sed 's/ *$//' "$work/table"
awk '{ ++of[$2] } END {
    printf "%d programs: %d reported, %d with a warning alone, %d silent, %d refused by the compiler, %d endless\n", NR,
        of["reported"], of["warned"], of["silent"], of["refused"], of["endless"]
}' "$work/table"
