#!/bin/sh
# SPDX-License-Identifier: MIT
# report.sh TABLE: in the build folder, writes report/index.html, a page that needs nothing else, of what the demo has left there:
# TABLE (NAME, DEVICE, VERDICT and the last line of output, separated by tabs), report/NAME.out and NAME.err, pictures/ and
# show/. A row for each program; then its output, its reports and its picture. The site (site.sh) shows more.
set -u
root=$(realpath -- "$0") && root=${root%/tools/report.sh}
# shellcheck disable=SC1091 # say.sh is not checked by itself
. "$root/tools/say.sh"

escape() {
    sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/"/\&quot;/g' "$@"
}

# log NAME: what it printed, reported and drew; nothing if it did not run.
log() {
    [ -e "report/$1.out" ] || return 0
    echo "<h2 id=\"$1\">$1</h2><pre>$(escape "report/$1.out")</pre>"
    ! grep -q '^=========' "report/$1.err" || echo "<pre class=reports>$(grep '^=========' "report/$1.err" | escape)</pre>"
    [ ! -e "pictures/$1.png" ] || echo "<img src=\"../pictures/$1.png\" alt=\"$1\" loading=lazy>"
}

{
    cat <<END
<!doctype html><html lang="$(text en zh)"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>$(text 'What the programs showed' '各个程序的结果')</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; font: 1rem/1.45 system-ui, sans-serif; }
table { border-collapse: collapse; } :is(td, th) { padding: .15rem .5rem; vertical-align: top; text-align: left; }
table { display: block; overflow-x: auto; } td:nth-child(2), .launch { white-space: nowrap; } pre { overflow-wrap: anywhere; } tr:has(a.launch) { background: #d0202020; }
pre { white-space: pre-wrap; border-left: 4px solid #8888; padding-left: .8rem; } pre.reports { border-color: #d02020; } img { max-width: 100%; }
</style>
<h1>$(text 'What the programs showed' '各个程序的结果')</h1><table>
<tr><th>$(text program 程序)<th>$(text device 设备)<th>$(text status 状态)<th>$(text 'what it showed' 结果)
END
    while IFS='	' read -r name device verdict line; do
        [ -e "report/$name.out" ] && link="<a href=\"#$name\">$name</a>" || link=$name
        [ ! -e "show/$name.html" ] || link="$link <a class=launch href=\"../show/$name.html\">$(text 'watch the launch' 逐步观看)</a>"
        echo "<tr><td>$link<td>$device<td>$verdict<td>$(printf '%s' "$line" | escape)"
    done <"$1"
    echo '</table>'
    while IFS='	' read -r name _; do
        log "$name"
    done <"$1"
} >report/index.html
