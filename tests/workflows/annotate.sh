#!/bin/sh
# SPDX-License-Identifier: MIT
# What the tests of apps/action/annotate.sh share: a student's repository, in which they are; what is said of it, and its summary.
root=$1
export CUCC="$2"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
wrong() {
    echo "$*"
    # shellcheck disable=SC2034 # the test's status
    failed=1
}
mkdir -p "$work/mine/week 1" "$work/mine/headers" "$work/mine/.git" && cd "$work/mine" || exit 1
echo 'int main() { return 1; }' >.git/hidden.cu

# annotates [OPTION...]: judges all files, of which some are wrong.
annotates() {
    : >"$work/summary"
    : >"$work/out" # to which is appended, as to a pipe
    GITHUB_STEP_SUMMARY=$work/summary "$root/apps/action/annotate.sh" "$@" >>"$work/out" 2>"$work/err"
    status=$?
    [ $status = 1 ] || wrong "status $status: $(cat "$work/out" "$work/err")"
    [ ! -s "$work/err" ] || wrong "it says on standard error: $(cat "$work/err")"
    # workflow commands that are in force: not those that programs print
    awk '/^::stop-commands::/ { stop = substr($0, 18); next } stop { if ($0 == "::" stop "::") stop = ""; next } /^::/' \
        "$work/out" >"$work/commands"
    grep -E '^::(error|warning)' "$work/commands" >"$work/annotations"
    grep -Ev '^::(error|warning|notice|group|endgroup)' "$work/commands" && wrong "other commands than these"
    expected=0
}

# said COMMAND: an annotation that begins like this, just once.
said() {
    count=$(cut -c "1-${#1}" "$work/annotations" | grep -cxF -- "$1")
    [ "$count" = 1 ] || wrong "$count times: $1"
    expected=$((expected + 1))
}

# summary PASSED FAILED ROW...: so many annotations as were expected, and the table: what is said, and what passed.
summary() {
    [ "$(grep -c "^::[a-z]* \(file\|title\)=" "$work/annotations")" = "$expected" ] || wrong "not $expected annotations, but: $(cat "$work/annotations")"
    [ "$(head -n 1 "$work/summary")" = "### CUDA ${what:-files}: $1 passed, $2 failed" ] ||
        wrong "the summary begins $(head -n 1 "$work/summary")"
    [ "$(tail -n +5 "$work/summary" | grep -c .)" = $((expected + $1)) ] || wrong "other rows: $(cat "$work/summary")"
    shift 2
    for row; do
        grep -qxF -- "$row" "$work/summary" || wrong "no row: $row"
    done
}
