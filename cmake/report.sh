#!/bin/sh
# SPDX-License-Identifier: MIT
# report.sh TABLE: in the build folder, writes report/index.html of what the demo has left there: TABLE (NAME, DEVICE, VERDICT
# and what it showed, between tabs), report/NAME.out and NAME.err, pictures/ and show/. One page, which needs no network: each
# program with its lesson, what it printed, what the CPU device reported, its picture and its source with the reported lines marked.
set -u
root=$(realpath -- "$0") && root=${root%/cmake/report.sh}
table=$1
cd report || exit 1

escape() {
    sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g'
}

# The lines of its own source that the reports of NAME name, as "12 45".
reported_lines() {
    grep -ao "\b$1\.cu:[0-9]*" "$1.err" | sed 's/.*://' | sort -nu | tr '\n' ' '
}

# The picture of NAME; that of a program without its barrier lies over the right one, behind a slider.
picture() {
    right=${1%_unsynced}
    [ -e "../pictures/$1.png" ] || return 0
    cp "../pictures/$1.png" .
    if [ "$right" != "$1" ] && [ -e "../pictures/$right.png" ]; then
        cp "../pictures/$right.png" .
        cat <<END
<div class=pair><img src="$right.png" alt="with the barrier"><img src="$1.png" alt="without the barrier"></div>
<p><label>with the barrier <input type=range min=0 max=100 value=50 oninput="this.closest('section').style.setProperty('--cut', this.value + '%')"> without it</label></p>
END
    else
        echo "<p><img src=\"$1.png\" alt=\"the picture of $1\"></p>"
    fi
}

class() {
    case $1 in
    verified) echo right ;;
    'not run') echo none ;;
    *) echo wrong ;;
    esac
}

# The plot of NAME, measured on an H200.
plot() {
    case $1 in
    row_sums | column_sums) plot=row-column-ladder.svg ;;
    *) plot=$(echo "$1" | tr _ -).svg ;;
    esac
    [ -e "$root/docs/results/$plot" ] || return 0
    cp "$root/docs/results/$plot" .
    echo "<p><img src=\"$plot\" alt=\"measured on an H200, step by step\"></p>"
}

section() {
    name=$1 device=$2 verdict=$3 marks=$(reported_lines "$1")
    lesson=$("$root/cmake/program.sh" --list | sed -n "s/^$name: //p" | escape)
    echo "<section id=\"$name\"><h2>$name</h2><p>$lesson</p>"
    echo "<p><span class=$(class "$verdict")>$verdict</span> on the $device</p>"
    echo "<pre>$(escape <"$name.out")</pre>"
    if grep -q '^=========' "$name.err"; then
        echo "<h3>What the CPU device reported</h3><pre>$(grep '^=========' "$name.err" | escape)</pre>"
    fi
    picture "$name"
    plot "$name"
    if [ -e "../show/$name.html" ]; then
        cp "../show/$name.html" "trace-$name.html"
        echo "<p><a href=\"trace-$name.html\">Watch it, step by step</a></p>"
    fi
    source=chapter05/$name.cu
    [ -e "$root/$source" ] || source=gpus/$name.cu
    echo "<details${marks:+ open}><summary>$source</summary><pre class=source>"
    escape <"$root/$source" | awk -v marks=" $marks" '
        { printf "%s<span class=number>%4d</span> %s%s\n", index(marks, " " NR " ") ? "<mark>" : "", NR, $0, index(marks, " " NR " ") ? "</mark>" : "" }'
    echo '</pre></details></section>'
}

{
    cat <<'END'
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Shared memory and synchronization in CUDA: what the demo showed</title>
<style>
:root { color-scheme: light dark; --cut: 50% }
body { font: 1.05rem/1.45 system-ui, sans-serif; margin: 1.5rem auto; max-width: 60rem; padding: 0 1rem }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; padding: .25rem .6rem .25rem 0; vertical-align: top; border-bottom: 1px solid #8885 }
.scroll, pre { overflow-x: auto } pre { background: #8881; padding: .6rem; font-size: .85rem; line-height: 1.35 }
.right { color: #17803d } .wrong { color: #c02626; font-weight: 600 }
@media (prefers-color-scheme: dark) { .right { color: #4ade80 } .wrong { color: #ff8080 } }
.source mark { display: inline-block; min-width: 100% } .number { color: #8889; user-select: none }
img { max-width: 100%; height: auto; background: #fff } .pair { position: relative; width: fit-content }
.pair img { display: block } .pair img + img { position: absolute; inset: 0; clip-path: inset(0 0 0 var(--cut)) }
section { border-top: 1px solid #8885; margin-top: 2rem } input { width: 14rem; max-width: 50vw }
</style></head><body>
<h1>Shared memory and synchronization in CUDA</h1>
<p>What the demo showed on this machine. Programs that are wrong on purpose say so.</p>
<div class="scroll"><table><thead><tr><th>program<th>device<th>status<th>what it showed</thead><tbody>
END
    while IFS='	' read -r name device verdict line; do
        echo "<tr><td><a href=\"#$name\">$name</a><td>$device<td class=$(class "$verdict")>$verdict<td>$(echo "$line" | escape)"
    done <"$table"
    echo '</table></div>'
    while IFS='	' read -r name device verdict _; do
        [ "$device" = - ] || section "$name" "$device" "$verdict"
    done <"$table"
    echo '</body></html>'
} >index.html
