#!/bin/sh
# SPDX-License-Identifier: MIT
# changed.sh [RECORD]: prints the planted, sound and not_found programs that differ from the commit at which RECORD
# (docs/results/sanitizers-h200.txt) was made, so that its rows no longer hold for them. Comments, white space, headers and
# main() do not count: the tools report what kernels do, and kernel_run.h makes the same calls of CUDA as the main() that
# it stands for.
#
# Exit status: 0 none; 1 some; 2 there is no such record; 77 the commit is not in this clone.
set -u
cd "$(dirname "$0")/../../.." || exit 2
record=${1:-docs/results/sanitizers-h200.txt}
[ -r "$record" ] || {
    sed -n 's/^# changed.sh/usage: changed.sh/p' "$0" >&2
    exit 2
}
commit=$(sed -n 's/^source: *//p' "$record" | head -n 1)
git cat-file -e "$commit^{commit}" 2>/dev/null || {
    echo "changed.sh: the commit $commit of $record is not in this clone" >&2
    exit 77
}

# What the tools judge, of a program on standard input.
kernels() {
    sed '/^int main(/,/^}/d; /^#include/d' | "${CXX:-g++}" -w -fpreprocessed -dD -E -P -x c++ - | tr -d '[:space:]'
}

changed=$(git diff --name-only "$commit" -- 'cpu_device/tests/planted/*.cu' 'cpu_device/tests/sound/*.cu' 'cpu_device/tests/not_found/*.cu' |
    while read -r file; do
        if ! git cat-file -e "$commit:$file" 2>/dev/null || [ ! -e "$file" ]; then continue; fi
        [ "$(git show "$commit:$file" | kernels)" = "$(kernels <"$file")" ] || echo "$file"
    done)
[ -z "$changed" ] || {
    echo "$changed"
    exit 1
}
