#!/bin/sh
# SPDX-License-Identifier: MIT
# report.sh TABLE: in the build folder, writes report/index.html from what the demo has left there: TABLE (NAME, DEVICE,
# VERDICT and the last line of output, separated by tabs), report/NAME.out and NAME.err, pictures/ and show/. The page works without a
# network, in English and Chinese. It begins with a race, then has a card for each program (chapter05/cards.txt), and after
# the cards each program's output, reports and source. With cmark-gfm, the chapter's text lies beside it.
set -u
root=$(realpath -- "$0") && root=${root%/cmake/report.sh}
table=$(realpath -- "$1")
cd report || exit 1

escape() {
    sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/"/\&quot;/g'
}

# both ENGLISH CHINESE: the reader sees one of them.
both() {
    printf '<span lang=en>%s</span><span lang=zh>%s</span>' "$1" "$2"
}

# The lines of its own source that the reports about NAME point to, as "12 45".
reported_lines() {
    grep -ao "\b$1\.cu:[0-9]*" "$1.err" | sed 's/.*://' | sort -nu | tr '\n' ' '
}

head_of_page() {
    echo '<!doctype html>'
    echo '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    echo "<title>$1</title><style>"
    cat "$root/cmake/report/page.css"
    echo '</style></head><body>'
}

# in_chinese VERDICT
in_chinese() {
    case $1 in
    verified) echo 已验证 ;;
    'not run') echo 未运行 ;;
    'wrong, on purpose') echo 故意出错 ;;
    'right, by luck') echo 碰巧正确 ;;
    *) echo "$1" ;;
    esac
}

class() {
    case $1 in
    verified) echo right ;;
    'not run') echo none ;;
    *) echo wrong ;;
    esac
}

# The plot of NAME, measured on an H200; nothing if there is none.
plot() {
    case $1 in
    row_sums | column_sums) plot=row-column-ladder.svg ;;
    host_sync) plot=../../chapter05/host_sync.svg ;;
    *) plot=$(echo "$1" | tr _ -).svg ;;
    esac
    [ -e "$root/docs/results/$plot" ] && cp "$root/docs/results/$plot" . && echo "${plot##*/}"
}

# What a card shows: the program's picture, its plot, or the first report; else the last lines of its output.
look() {
    if [ -e "../pictures/$1.png" ]; then
        echo "<img src=\"$1.png\" alt=\"$1\" loading=lazy>"
    elif plot=$(plot "$1"); then
        echo "<img class=plot src=\"$plot\" alt=\"$1\" loading=lazy>"
    elif grep -q '^=========' "$1.err"; then
        echo "<pre class=wrong>$(sed -n 's/^========= *//p' "$1.err" | head -n 5 | escape)</pre>"
    else
        echo "<pre>$(tail -n 5 "$1.out" | escape)</pre>"
    fi
}

# chapter NAME: the place of its section in the chapter's text, in both languages.
chapter() {
    folder=$("$root/cmake/lesson.sh" "$1") && folder=${folder%/*}
    if [ "$folder" != chapter05 ]; then
        echo "<a lang=en href=\"../../$folder/README.md\">text</a><a lang=zh href=\"../../$folder/README.zh-CN.md\">正文</a>"
    elif [ -e chapter.html ]; then
        echo "<a lang=en href=\"chapter.html#$1\">chapter</a><a lang=zh href=\"chapter.zh-CN.html#$1\">正文</a>"
    else
        echo "<a lang=en href=\"../../chapter05/README.md\">chapter</a><a lang=zh href=\"../../chapter05/README.zh-CN.md\">正文</a>"
    fi
}

card() {
    name=$1 device=$2 verdict=$3 line=$4
    english=$("$root/cmake/program.sh" --list | sed -n "s/^$name: //p" | escape)
    fields=$(grep "^$name *|" "$root/chapter05/cards.txt")
    chinese=$(echo "$fields" | sed 's/.*| *//' | escape)
    exercise=$(echo "$fields" | cut -d '|' -f 2 | tr -d ' ')
    page=trace-$name.html
    echo "<article class=\"card $(class "$verdict")$([ ! -e "$page" ] || echo ' page')\" id=\"card-$name\">"
    if [ "$device" != - ]; then
        if [ -e "$page" ]; then echo "<a class=look href=\"$page\">"; else echo "<a class=look href=\"#$name\">"; fi
        look "$name"
        echo '</a>'
    fi
    echo "<h2>$name</h2><p>$(both "$english" "${chinese:-$english}")</p>"
    echo "<p><span class=\"verdict $(class "$verdict")\">$(both "$verdict" "$(in_chinese "$verdict")")</span>"
    [ "$device" = - ] || echo "<span class=device>· $device</span>"
    echo "<br>$(echo "$line" | escape)</p><div class=links>"
    [ ! -e "$page" ] || echo "<a href=\"$page\">$(both 'watch the launch' '逐步观看')</a>"
    chapter "$name"
    [ -z "$exercise" ] || echo "<a href=\"../../exercises/$exercise.cu\">$(both "exercise: $exercise" "练习：$exercise")</a>"
    [ "$device" = - ] || echo "<a href=\"#$name\">$(both 'output and source' '输出与源代码')</a>"
    echo '</div></article>'
}

# The picture of NAME; that of a program without its barrier lies over the right one, with a slider.
picture() {
    right=${1%_unsynced}
    [ -e "../pictures/$1.png" ] || return 0
    if [ "$right" != "$1" ] && [ -e "../pictures/$right.png" ]; then
        cat <<END
<div class=pair><img src="$right.png" alt="with the barrier"><img src="$1.png" alt="without the barrier"></div>
<p><label>$(both 'with the barrier' '有屏障') <input type=range min=0 max=100 value=50 oninput="this.closest('details').style.setProperty('--cut', this.value + '%')"> $(both 'without it' '没有屏障')</label></p>
END
    else
        echo "<p><img src=\"$1.png\" alt=\"the picture of $1\"></p>"
    fi
}

log() {
    name=$1 verdict=$2 marks=$(reported_lines "$1")
    echo "<details class=log id=\"$name\"><summary>$name: $(both "$verdict" "$(in_chinese "$verdict")")</summary>"
    echo "<pre>$(escape <"$name.out")</pre>"
    if grep -q '^=========' "$name.err"; then
        echo "<h3>$(both 'What the CPU device reported' 'CPU 设备的报告')</h3><pre class=report>$(grep '^=========' "$name.err" | escape)</pre>"
    fi
    picture "$name"
    plot=$(plot "$name") && echo "<p><img src=\"$plot\" alt=\"$name\" loading=lazy></p>"
    source=$("$root/cmake/lesson.sh" "$name")
    echo "<h3>$source</h3><pre class=source>"
    escape <"$root/$source" | awk -v marks=" $marks" '
        { printf "%s<span class=number>%4d</span> %s%s\n", index(marks, " " NR " ") ? "<mark>" : "", NR, $0, index(marks, " " NR " ") ? "</mark>" : "" }'
    echo '</pre></details>'
}

# text FILE OTHER LANGUAGE: the chapter's text as a page. Links lead into the repository, or to OTHER, which is the same
# in the other language; each program's section has the program's name as its anchor.
text() {
    head_of_page "$(sed -n 's/^# //p' "$1" | head -n 1)" | sed "s/<html lang=\"en\">/<html lang=\"$3\">/"
    echo '<main class=text><p><a href="index.html">index.html</a></p>'
    cmark-gfm --unsafe -e table -e autolink -e strikethrough "$1" |
        awk '/^<h[23]>/ {
            slug = $0 # as GitHub makes it
            gsub(/<[^>]*>/, "", slug)
            gsub(/[][.,:;?!()`\/]|：|、|，|？/, "", slug)
            gsub(/ /, "-", slug)
            printf "<a id=\"%s\"></a>", tolower(slug)
            rest = $0
            while (match(rest, /href="[a-z_\/.]*\.cu"/)) {
                name = substr(rest, RSTART + 6, RLENGTH - 10)
                sub(/.*\//, "", name)
                printf "<a id=\"%s\"></a>", name
                rest = substr(rest, RSTART + RLENGTH)
            }
        }
        { print }' |
        sed "s#href=\"README[.a-zA-Z-]*md\"#href=\"$2\"#g; s#\(href\|src\)=\"\([^\"\#/:]*[./][^\":]*\)\"#\1=\"../../chapter05/\2\"#g
             s#../../chapter05/$2#$2#g; s#../../chapter05/index.html#index.html#g"
    echo '</main></body></html>'
}

cp ../pictures/*.png . 2>/dev/null
for page in ../show/*.html; do
    [ ! -e "$page" ] || cp "$page" "trace-${page##*/}"
done
if command -v cmark-gfm >/dev/null 2>&1; then
    text "$root/chapter05/README.md" chapter.zh-CN.html en >chapter.html
    text "$root/chapter05/README.zh-CN.md" chapter.html zh >chapter.zh-CN.html
fi
{
    head_of_page 'Shared memory and synchronization in CUDA'
    echo "<header><h1>$(both 'Shared memory and synchronization in CUDA' 'CUDA 的共享内存与同步')</h1>"
    echo "<p>$(both 'What the programs did on this machine' '各个程序在这台机器上的结果')</p><button id=language>中文</button></header>"
    if [ -e trace-dot_unsynced.html ]; then
        echo '<div class=race><iframe src="trace-dot_unsynced.html#lecture" title="dot_unsynced"></iframe>'
        echo "<p><a href=\"trace-dot_unsynced.html\">$(both 'dot_unsynced in a window of its own: a sum without its barrier, step by step' \
            '在单独的窗口里打开 dot_unsynced：少了屏障的求和，逐步观看')</a></p></div>"
    fi
    echo "<div class=filters><button aria-pressed=true value=\"\">$(both all 全部)</button>"
    echo "<button aria-pressed=false value=wrong>$(both 'wrong on purpose' 故意出错)</button>"
    echo "<button aria-pressed=false value=right>$(both verified 已验证)</button>"
    echo "<button aria-pressed=false value=page>$(both 'with a page to watch' 可逐步观看)</button></div><main class=cards>"
    while IFS='	' read -r name device verdict line; do
        card "$name" "$device" "$verdict" "$line"
    done <"$table"
    echo "</main><h2 class=logs>$(both 'Output, reports and source' '输出、报告与源代码')</h2>"
    while IFS='	' read -r name device verdict _; do
        [ "$device" = - ] || log "$name" "$verdict"
    done <"$table"
    echo '<script>'
    cat "$root/cmake/report/page.js"
    echo '</script></body></html>'
} >index.html
