#!/bin/sh
# SPDX-License-Identifier: MIT
# figures.sh REPOSITORY: the figures of the chapter are those that its program draws, from today's logs, in two languages.
# They are well-formed, and the chapter shows each.
set -u
repository=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

sh "$repository/chapter05/figures.sh" "$work" || fail "chapter05/figures.sh: exit status $?"
for svg in "$work"/*.svg; do
    name=$(basename "$svg")
    cmp -s "$svg" "$repository/chapter05/figures/$name" || fail "chapter05/figures.sh draws another $name"
    if command -v xmllint >/dev/null; then
        xmllint --noout "$svg" || fail "$name is not well-formed"
    fi
    case $name in
    *.zh-CN.svg) grep -q "](figures/$name)" "$repository"/chapter05/*.zh-CN.md ;;
    *) grep "](figures/$name)" "$repository"/chapter05/*.md | grep -qv '[.]zh-CN[.]md:' ;;
    esac || fail "no page of chapter05 shows $name"
done
for svg in "$repository"/chapter05/figures/*.svg; do
    [ -s "$work/$(basename "$svg")" ] || fail "chapter05/figures.sh does not draw $(basename "$svg")"
done
