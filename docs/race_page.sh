#!/bin/sh
# SPDX-License-Identifier: MIT
# race_page.sh: makes race_page.png anew, the picture in the READMEs: the page of dot_unsynced at its race. It needs
# Chromium, a Chinese font (fonts-wqy-microhei), ImageMagick, and a built dot_unsynced.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
page=$(sh ../tools/show.sh "$work" dot_unsynced 2>"$work/log") || { cat "$work/log" >&2 && exit 1; }
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --lang=en --window-size=1280,1060 \
    --virtual-time-budget=3000 --screenshot="$work/page.png" "file://$page" >"$work/log" 2>&1
# The sum of the program as it is: tests/files/results.sh finds a picture of an earlier one.
convert "$work/page.png" -resize 75% -define png:exclude-chunks=date,time +dither -colors 48 \
    -set comment "dot_unsynced.cu $(cksum <../chapter05/dot_unsynced.cu)" PNG8:race_page.png
