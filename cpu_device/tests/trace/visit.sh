#!/bin/sh
# SPDX-License-Identifier: MIT
# visit.sh PAGE...: reads pages of traces in a headless browser (visit.js). Prints "ok NAME" for each, or what is wrong
# with it.
set -u
here=$(realpath -- "$0") && here=${here%/*}
batch=40 # pages in one run of the browser: it keeps the text of each
browser=$(command -v chromium) || {
    echo "skipped: there is no Chromium" && exit 77
}
if [ $# -gt $batch ]; then
    printf '%s\n' "$@" | xargs -d '\n' -n $batch -P 2 sh "$0" || exit 1
    exit 0
fi

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
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
} >"$work/pages.html"
timeout 1000 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$work/profile" \
    --virtual-time-budget=100000000 --dump-dom "file://$work/pages.html" >"$work/dom" 2>"$work/log"
grep -o '<div>[^<]*</div>' "$work/dom" | sed 's/<[^>]*>//g' >"$work/visited"
cat "$work/visited"
read=$(grep -c . "$work/visited")
[ "$read" = $# ] || echo "FAILED: the browser has read $read of $# pages: $(tail -n 1 "$work/log")"
[ "$read" = $# ] && ! grep -q '^FAILED' "$work/visited"
