#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh TOOL COMMAND...: runs a program under a tool of compute-sanitizer. The exit status is 3 if the tool found
# something (or the program's own, if that is not 0 and the tool found nothing), 77 without a GPU or compute-sanitizer.
# TOOL may be `all`: each of the four, until one finds something; or `plain`: none.
set -u

nvidia-smi -L 2>/dev/null | grep -q GPU || {
    echo "skipped: there is no GPU" && exit 77
}
tool=$1
shift
[ "$tool" != plain ] || exec timeout -k 1 20 "$@"
sanitizer=$(command -v compute-sanitizer || echo /usr/local/cuda/bin/compute-sanitizer)
[ -x "$sanitizer" ] || {
    echo "skipped: compute-sanitizer is not here" && exit 77
}
[ "$tool" != all ] || tool='memcheck racecheck synccheck initcheck'
for one in $tool; do
    leaks=
    [ "$one" != memcheck ] || leaks='--leak-check full'
    # shellcheck disable=SC2086 # options, or nothing
    timeout -k 1 40 "$sanitizer" --tool "$one" $leaks --error-exitcode 3 --target-processes all timeout -s KILL 20 "$@" ||
        exit $?
done
