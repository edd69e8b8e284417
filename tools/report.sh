#!/bin/sh
# SPDX-License-Identifier: MIT
# report.sh TABLE: in the build folder, writes report/index.html from what the demo has left there: TABLE (NAME, DEVICE,
# VERDICT and the last line of output, separated by tabs), report/NAME.out and NAME.err, pictures/ and show/. The page works without a
# network, in English and Chinese. It begins with a race, then has a card for each program (chapter05/cards.txt), and after
# the cards each program's output, reports and source. With cmark-gfm, the repository's texts lie beside it (report/texts.c).
set -u
root=$(realpath -- "$0") && root=${root%/tools/report.sh}
table=$(realpath -- "$1")
cd report || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

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

# in_chinese VERDICT
in_chinese() {
    case $1 in
    verified) echo 已验证 ;;
    'not built') echo 未构建 ;;
    'wrong, on purpose') echo 故意出错 ;;
    'right, by luck') echo 碰巧正确 ;;
    *) echo "$1" ;;
    esac
}

class() {
    case $1 in
    verified) echo right ;;
    'not built') echo none ;;
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

# chapter NAME: the place in a text that is about it, in both languages: its section, or the page about several GPUs.
chapter() {
    folder=$("$root/tools/lessons.sh" "$1") && folder=${folder%/*}
    text=/$folder/README section="#$1"
    [ "$folder" = chapter05 ] || section=
    echo "<a lang=en href=\"$text.md$section\">text</a><a lang=zh href=\"$text.zh-CN.md$section\">正文</a>"
}

card() {
    name=$1 device=$2 verdict=$3 line=$4
    english=$("$root/tools/program.sh" --list | sed -n "s/^$name: //p" | escape)
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
    [ -z "$exercise" ] || echo "<a href=\"/exercises/$exercise.cu\">$(both "exercise: $exercise" "练习：$exercise")</a>"
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
    source=$("$root/tools/lessons.sh" "$name")
    echo "<h3>$source</h3><pre class=source>"
    escape <"$root/$source" | awk -v marks=" $marks" '
        { printf "%s<span class=number>%4d</span> %s%s\n", index(marks, " " NR " ") ? "<mark>" : "", NR, $0, index(marks, " " NR " ") ? "</mark>" : "" }'
    echo '</pre></details>'
}

# door LINK TITLE TEXT, then title and text in Chinese: LINK is that of the English text.
door() {
    printf '<div><a lang=en href="%s"><b>%s</b></a><a lang=zh href="%s.zh-CN.md"><b>%s</b></a>' "$1" "$2" "${1%.md}" "$4"
    echo "<p>$(both "$3" "$5")</p></div>"
}

# How one goes on from the race.
doors() {
    echo '<div class=doors>'
    door /chapter05/README.md 'Read the chapter' 'why threads must wait, program by program, with the launches to watch' \
        阅读正文 '线程为什么必须等待：一个程序一个程序地讲，可以逐步观看'
    exercises=$(find "$root/exercises" -maxdepth 1 -name '*.cu' | grep -c .)
    door /exercises/README.md "Do the exercises" "$exercises kernels to complete, with hints; a lucky result does not pass" \
        做练习 "$exercises 个待完成的核函数，附提示；碰巧正确的结果不能通过"
    [ ! -e playground ] || echo "<div><a href=\"playground/index.html\"><b>$(both 'Try it in your browser' '在浏览器里试一试')</b></a><p>$(both \
        'edit a kernel, run it, and see which two threads race: nothing to install' '修改核函数、运行，看看哪两个线程竞争：无需安装')</p></div>"
    door /docs/FROM_NOTHING.md 'Begin on your machine' 'Debian, Ubuntu, Windows, a Mac, a server without root, a phone; no GPU' \
        在自己的机器上开始 'Debian、Ubuntu、Windows、Mac、没有 root 的服务器、手机；不需要 GPU'
    door /cpu_device/README.md 'Check your own programs' 'a compiler and a CUDA device on the CPU that reports races at source lines' \
        检查自己的程序 '编译器，加上 CPU 上的 CUDA 设备：报告竞争及其源代码行'
    [ -z "$repository" ] || echo "<div><b>$(both 'Get it all' 获取全部)</b><pre>git clone $repository cuda
cd cuda && ./run demo</pre></div>"
    echo '</div>'
}

cp ../pictures/*.png . 2>/dev/null
[ ! -e ../playground/index.html ] || ln -s ../playground playground
for page in ../show/*.html; do
    [ ! -e "$page" ] || cp "$page" "trace-${page##*/}"
done
cp "$root/tools/report/page.css" "$root/tools/report/page.js" "$root/cpu_device/src/say/page/prism/prism.js" .
repository=$("$root/tools/repository.sh") || repository=''
{
    echo "<header><h1>$(both 'Shared memory and synchronization in CUDA' 'CUDA 的共享内存与同步')</h1>"
    echo "<p>$(both 'what goes wrong without a barrier, seen without a GPU' '少了屏障会出什么错：没有 GPU 也看得见')</p></header>"
    if [ -e trace-dot_unsynced.html ]; then
        echo '<div class=race><iframe src="trace-dot_unsynced.html#lecture&amp;play" title="dot_unsynced"></iframe>'
        echo "<p><a href=\"trace-dot_unsynced.html\">$(both 'dot_unsynced in a window of its own: a sum without its barrier, step by step' \
            '在单独的窗口里打开 dot_unsynced：少了屏障的求和，逐步观看')</a></p></div>"
    fi
    doors
    echo "<div class=filters><button aria-pressed=true value=\"\">$(both all 全部)</button>"
    echo "<button aria-pressed=false value=wrong>$(both 'wrong on purpose' 故意出错)</button>"
    echo "<button aria-pressed=false value=right>$(both verified 已验证)</button>"
    echo "<button aria-pressed=false value=page>$(both 'with a page to watch' 可逐步观看)</button></div><div class=cards>"
    while IFS='	' read -r name device verdict line; do
        card "$name" "$device" "$verdict" "$line"
    done <"$table"
    echo "</div><h2 class=logs>$(both 'Output, reports and source' '输出、报告与源代码')</h2>"
    while IFS='	' read -r name device verdict _; do
        [ "$device" = - ] || log "$name" "$verdict"
    done <"$table"
} >"$work/front.html"
${CC:-cc} -O1 -o "$work/texts" "$root/tools/report/texts.c" "$root/tools/report/text.c" &&
    "$work/texts" "$root" . "$repository" "$work/front.html" README.md README.zh-CN.md
