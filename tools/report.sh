#!/bin/sh
# SPDX-License-Identifier: MIT
# report.sh TABLE: in the build folder, writes report/index.html, a page that needs nothing else, of what the demo has left there:
# TABLE (NAME, DEVICE, VERDICT and the last line of output, separated by tabs), report/NAME.out and NAME.err, pictures/ and
# show/. A row for each program, with its picture and its status; then its output, with bars for its figures, its reports and its
# picture. The site (site.sh) shows more.
set -u
root=$(realpath -- "$0") && root=${root%/tools/report.sh}
# shellcheck disable=SC1091 # say.sh is not checked by itself
. "$root/tools/say.sh"

escape() {
    sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/"/\&quot;/g' "$@"
}

# bars NAME: the figures of a table that it printed, a bar for each row: GB/s, or ms, or what the CPU device counts.
bars() {
    awk -v requests="$(text 'sectors of memory that its loads touch' '加载触及的扇区数')" '
        function label(text) { sub(/ +$/, "", text); gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); return text }
        / GB\/s +wrong$/ { unit = "GB/s"; column = 2 }
        / load requests / { unit = requests; column = 0 }
        unit == "" || length($0) < 60 || / wrong$/ { next }
        {
            n = split(substr($0, 29), figure, " ")
            value = column ? figure[column] : figure[1] * figure[2]
            if (n < 3 || value + 0 <= 0) next
            names[++rows] = label(substr($0, 1, 28))
            values[rows] = value
            if (value > most) most = value
        }
        END {
            if (rows < 2) exit
            printf "<table class=bars><caption>%s</caption>", unit
            for (i = 1; i <= rows; i++)
                printf "<tr><td>%s<td><span style=\"width:%.1f%%\"></span><td>%.0f\n", names[i], 100 * values[i] / most, values[i]
            print "</table>"
        }' "report/$1.out"
}

# log NAME: what it printed, reported and drew; nothing if it did not run.
log() {
    [ -e "report/$1.out" ] || return 0
    echo "<h2 id=\"$1\">$1</h2>"
    bars "$1"
    echo "<pre tabindex=0>$(escape "report/$1.out")</pre>"
    ! grep -q '^=========' "report/$1.err" || echo "<pre class=reports>$(grep '^=========' "report/$1.err" | escape)</pre>"
    [ ! -e "pictures/$1.png" ] || echo "<img src=\"../pictures/$1.png\" alt=\"$1\" loading=lazy>"
}

# status VERDICT: its mark, its word, and the colour of both.
status() {
    case $1 in
    verified) class=right mark=✓ word=$(text verified 已核对) ;;
    'right, by luck') class=luck mark='~' word=$(text 'right, by luck' 碰巧正确) ;;
    'wrong, on purpose') class=purpose mark=✗ word=$(text 'wrong, on purpose' 故意写错) ;;
    'not built') class=absent mark=– word=$(text 'not built' 未构建) ;;
    *) class=failed mark=! word=$(text "$1" "退出状态${1#exit status}") ;;
    esac
    echo "<span class=\"status $class\">$mark $word</span>"
}

# The picture of a row, small; it leads to the large one.
thumbnail() { # NAME
    [ ! -e "pictures/$1.png" ] || echo "<a href=\"#$1\"><img class=small src=\"../pictures/$1.png\" alt=\"$1\" loading=lazy></a>"
}

legend() {
    line() { echo "<li>$(status "$1"): $2"; }
    echo '<ul class=legend>'
    line verified "$(text 'the program has checked its result' '程序核对过自己的结果')"
    line 'wrong, on purpose' "$(text 'it lacks a barrier or the like, and its result shows that' '缺了屏障之类的东西，结果因此出错')"
    line 'right, by luck' "$(text 'it lacks one too, and the result was right this time' '同样缺了东西，但这一次结果碰巧正确')"
    line 'not built' "$(text 'a package is missing' '缺少软件包')"
    line 'exit status' "$(text 'what should not happen' '不应当发生')"
    echo '</ul>'
}

{
    cat <<END
<!doctype html><html lang="$(text en zh)"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>$(text 'What the programs showed' '各个程序的结果')</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; font: 1rem/1.45 system-ui, sans-serif; }
table { border-collapse: collapse; } :is(td, th) { padding: .15rem .5rem; vertical-align: top; text-align: left; }
body > table:not(.bars) { display: block; overflow-x: auto; } td:nth-child(3), .launch { white-space: nowrap; } pre { overflow-wrap: anywhere; } 
.status { white-space: nowrap; font-weight: 600; border-radius: .3rem; padding: .05rem .4rem; border: 1px solid; }
.right { color: #14692b; background: #e3f4e6; } .purpose { color: #8a4b00; background: #fdf0da; } .luck { color: #5c4a00; background: #faf6d0; }
.failed { color: #a01010; background: #fde3e3; } .absent { color: #555; background: #eee; }
.legend { list-style: none; padding: 0; } .legend li { margin: .25rem 0; } .small { width: 6rem; display: block; }
td:nth-child(5) { min-width: 12rem; }
.bars { margin: .5rem 0; width: 100%; } .bars td:nth-child(2) { width: 60%; } .bars td { white-space: nowrap; } .bars caption { text-align: left; }
.bars span { display: block; height: 1rem; margin-top: .2rem; background: #2a7f8f; } .bars td:last-child { text-align: right; }
pre { white-space: pre-wrap; border-left: 4px solid #8888; padding-left: .8rem; } pre:not(.reports) { white-space: pre; overflow-x: auto; } pre.reports { border-color: #d02020; } img { max-width: 100%; }
</style>
<h1>$(text 'What the programs showed' '各个程序的结果')</h1>
$(legend)
<table>
<tr><th>$(text program 程序)<th>$(text status 状态)<th>$(text device 设备)<th>$(text picture 图片)<th>$(text 'what it showed' 结果)
END
    while IFS='	' read -r name device verdict line; do
        [ -e "report/$name.out" ] && link="<a href=\"#$name\">$name</a>" || link=$name
        [ ! -e "show/$name.html" ] || link="$link <a class=launch href=\"../show/$name.html\">$(text 'watch the launch' 逐步观看)</a>"
        echo "<tr><td>$link<td>$(status "$verdict")<td>$device<td>$(thumbnail "$name")<td>$(printf '%s' "$line" | escape)"
    done <"$1"
    echo '</table>'
    while IFS='	' read -r name _; do
        log "$name"
    done <"$1"
} >report/index.html
