#!/bin/sh
# SPDX-License-Identifier: MIT
# visit.sh PAGE...: reads pages of traces in a browser without a window, as visit.js does. Prints "ok NAME" for each, or what
# is wrong with it.
set -u
here=$(realpath -- "$0") && here=${here%/*}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
browser=$(command -v chromium) || {
    echo "skipped: there is no Chromium" && exit 77
}

# visit NUMBER PAGE...: in one run of the browser, in which a page of pages holds the text of each.
visit() {
    number=$1
    shift
    {
        printf '<!doctype html><meta charset="utf-8"><body><div id="visited"></div><script>\n'
        printf 'const text = t => new TextDecoder().decode(Uint8Array.from(atob(t), c => c.charCodeAt(0))), pages = [];\n</script>\n'
        for page in "$@"; do
            printf '<script>pages.push(["%s", () => text("' "${page##*/}"
            base64 -w 0 "$page"
            printf '")]);</script>\n'
        done
        printf '<script>\n'
        cat "$here/visit.js"
        printf '</script>\n'
    } >"$work/$number.html"
    timeout 1000 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$work/profile" \
        --virtual-time-budget=100000000 --dump-dom "file://$work/$number.html" >"$work/$number.dom" 2>"$work/$number.log"
    grep -o '<div>[^<]*</div>' "$work/$number.dom" | sed 's/<[^>]*>//g' >"$work/$number.visited"
    cat "$work/$number.visited"
    [ "$(grep -c . "$work/$number.visited")" = $# ] || {
        echo "FAILED: the browser has read $(grep -c . "$work/$number.visited") of $# pages: $(tail -n 1 "$work/$number.log")"
        failed=1
    }
    grep -q '^FAILED' "$work/$number.visited" && failed=1
    rm -f "$work/$number.html" "$work/$number.dom"
}

failed=0 batch=0
while [ $# -gt 0 ]; do
    list='' taken=0
    for page in "$@"; do
        [ $taken -lt 40 ] || break
        taken=$((taken + 1))
        list="$list \"\${$taken}\""
    done
    batch=$((batch + 1))
    eval "visit $batch $list"
    shift $taken
done
exit $failed
