#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh TOOL COMMAND...: runs a program under a tool of compute-sanitizer, with the options by which the tool finds most.
# The exit status is 3 if the tool found something (or the program's own, if that is not 0 and the tool found nothing), 77
# without a GPU or compute-sanitizer. TOOL may be `all`: each of the four, until one finds something; or `plain`: none.
# run.sh --options: prints the options of each tool.
set -u

# racecheck finds deadlocks, initcheck looks at shared memory, and memcheck at the order of streams only if they are asked to.
options_of() {
    case $1 in
    memcheck) echo --leak-check full --track-stream-ordered-races all ;;
    racecheck) echo --racecheck-deadlock-timeout 3000 ;;
    initcheck) ! "$sanitizer" --help 2>/dev/null | grep -q -e --initcheck-address-space || echo --initcheck-address-space all ;;
    esac
}

sanitizer=$(command -v compute-sanitizer || echo /usr/local/cuda/bin/compute-sanitizer)
tools='memcheck racecheck synccheck initcheck'
if [ "${1:-}" = --options ]; then
    for one in $tools; do
        options=$(options_of "$one")
        echo "$one${options:+ $options}"
    done
    exit 0
fi
[ "${HAS_GPU:-}" = yes ] || nvidia-smi -L 2>/dev/null | grep -q GPU || { # measure.sh has asked already
    echo "skipped: there is no GPU" && exit 77
}
tool=$1
shift
limit=${LIMIT:-20} # seconds
[ "$tool" != plain ] || exec timeout -k 1 "$limit" "$@"
[ -x "$sanitizer" ] || {
    echo "skipped: compute-sanitizer is not here" && exit 77
}
[ "$tool" != all ] || tool=$tools
for one in $tool; do
    # shellcheck disable=SC2046 # options, or nothing
    timeout -k 1 $((2 * limit)) "$sanitizer" --tool "$one" $(options_of "$one") --error-exitcode 3 --target-processes all \
        timeout -s KILL "$limit" "$@" || exit $?
done
