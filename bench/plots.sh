#!/bin/sh
# SPDX-License-Identifier: MIT
# plots.sh [RESULTS [PICTURES]]: draws the figures that are stored in RESULTS/*.txt (docs/results) to PICTURES/*.svg (the
# same folder). bench/record.sh --chapter stores them, on a machine with a GPU.
set -u

here=$(cd "$(dirname "$0")/.." && pwd)
results=${1:-$here/docs/results}
pictures=${2:-$results}
command -v gnuplot >/dev/null || {
    echo "plots.sh: gnuplot is not here (Debian package: gnuplot-nox)" >&2
    exit 1
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$pictures" && pictures=$(cd "$pictures" && pwd) || exit 1
failed=0

# Sets `gpu` from a text's head; false, with a line on stderr, if the text is not there.
look_at() {
    text=$results/$1.txt
    [ -r "$text" ] || {
        echo "plots.sh: $text is not here" >&2
        failed=1
        return 1
    }
    gpu=$(sed -n 's/^GPU:  *\([^,]*\).*/\1/p' "$text" | head -n 1)
}

# draw PICTURE COMMANDS: by gnuplot, in $work, so that no path of this run gets into the picture. Colours that the
# colour-blind can tell apart; thin, quiet axes.
draw() {
    (cd "$work" && gnuplot) >"$work/log" 2>&1 <<END || {
set terminal svg size 760,$3 enhanced font "sans-serif,14" background rgb "white"
set output "$pictures/$1.svg.new"
set border 3 lc rgb "#666666"
set tics nomirror out scale 0.5 textcolor rgb "#222222"
set grid lc rgb "#e4e4e4" lt 1
set linetype 1 lc rgb "#0072b2"
set linetype 2 lc rgb "#d55e00"
set style line 1 lc rgb "#0072b2" lw 2 pt 7 ps 0.6
set style line 2 lc rgb "#d55e00" lw 2 pt 5 ps 0.6
set style line 3 lc rgb "#009e73" lw 2 pt 9 ps 0.7
set style line 8 lc rgb "#666666" lw 1.5 dt 2
set style fill solid 1.0 noborder
set key textcolor rgb "#222222"
set title font ",15" textcolor rgb "#222222"
$2
END
        cat "$work/log" >&2
        rm -f "$pictures/$1.svg.new"
        failed=1
        return
    }
    mv "$pictures/$1.svg.new" "$pictures/$1.svg" # the old one stays until this one is complete
    echo "$pictures/$1.svg"
}

# ladder PICTURE TITLE: lines, from the top, of "place share group name" in $work/ladder as bars; a group is a colour.
ladder() {
    draw "$1" "
set title '$2'
set datafile separator '\t'
set xlabel 'share of what a device-to-device copy moves'
set xrange [0:1.25]
set xtics 0, 0.2, 1.2
set yrange [*:*] reverse
set offsets 0, 0, 0.7, 0.7
set border 1
set ytics scale 0
set grid noytics
unset key
set arrow from 1, graph 0 to 1, graph 1 nohead ls 8 front
plot 'ladder' using (\$2/2):1:(\$2/2):(0.36):3:ytic(4) with boxxyerror lc variable, \
     '' using (1.25):1:(sprintf('%.3f', \$2)) with labels right textcolor rgb '#222222'
" "$((110 + 34 * $(wc -l <"$work/ladder")))"
}

# The texts hold tables as the programs write them with --csv (common/measure.h): table,name,milliseconds,GB/s,...
# shares: of what the copy of the same text moves, in the lines that `ladder` draws.
shares() {
    awk -F, -v OFS='\t' '
        NF != 11 || $4 + 0 <= 0 { next }
        $2 == "for comparison: a copy" { copy = $4; next }
        { title[++count] = $1; name[count] = $2; speed[count] = $4 }
        END {
            for (i = 1; i <= count; i++) {
                group += i == 1 || title[i] != title[i - 1]
                print place++ + group - 1, speed[i] / copy, group, name[i]
            }
        }' "$@" >"$work/ladder"
}

if look_at column-sums-h200 && look_at row-sums-h200; then
    shares "$results/row-sums-h200.txt" "$results/column-sums-h200.txt"
    ladder row-column-ladder "Row and column sums, $gpu"
fi

if look_at dot-ladder-h200; then
    shares "$text"
    ladder dot-ladder "The dot product, $gpu"
fi

if look_at dot-blocks-h200; then
    awk -F, 'NF == 11 && $2 ~ /^[0-9]+ block/ { print $2 + 0, $4 }' "$text" >"$work/blocks"
    copy=$(awk -F, 'NF == 11 && $2 == "for comparison: a copy" { print $4 }' "$text")
    draw dot-blocks "
set title 'The dot product by the number of blocks, $gpu'
set xlabel 'blocks'
set ylabel 'GB/s'
set logscale x 2
set xrange [1:8192]
set yrange [0:*]
set offsets 0, 0, graph 0.05, 0
set key left center reverse Left
plot ${copy:-NaN} title 'a device-to-device copy' ls 8, \
     'blocks' title 'the kernel of dot.cu' with linespoints ls 1
" 420
fi

# ratio PICTURE TITLE XLABEL COMMANDS: $work/rows, columns, dot of "x ratio"; 1 is the best of CUB and cuBLAS.
ratio() {
    range=$(cat "$work/rows" "$work/columns" "$work/dot" | awk '
        BEGIN { low = 0.8; high = 1.5 }
        { low = $2 < low ? $2 : low; high = $2 > high ? $2 : high }
        END { print low * 0.95 ":" high * 1.05 }')
    plots=
    [ ! -s "$work/rows" ] || plots="$plots, 'rows' title 'row sums' with linespoints ls 1"
    [ ! -s "$work/columns" ] || plots="$plots, 'columns' title 'column sums' with linespoints ls 2"
    [ ! -s "$work/dot" ] || plots="$plots, 'dot' title 'dot product' with linespoints ls 3"
    draw "$1" "
set title '$2'
set xlabel '$3'
set ylabel 'speed; 1: the best of CUB and cuBLAS'
set logscale x 2
set logscale y
set yrange [$range]
set ytics (0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 1, 1.2, 1.5, 2, 3, 5, 7, 10)
set key above
$4
plot 1.00 notitle ls 8$plots
" 420
}

if look_at peers-h200; then
    # lines: what rows columns log2-of-bytes method us q1 q3 GB/s ratio
    largest=$(awk '$1 == "rows" && $5 == "ours" && $4 > most { most = $4 } END { print most }' "$text")
    for what in rows columns dot; do
        awk -v what=$what '$1 == what && $5 == "ours" && (what == "dot" || $2 == $3) { print 2 ^ $4, $NF }' \
            "$text" >"$work/$what"
    done
    ratio peers-size "Square matrices and dot products, $gpu" 'bytes read' "set format x '2^{%L}'"
    for what in rows columns; do
        awk -v what=$what -v largest="$largest" '$1 == what && $5 == "ours" && $4 == largest { print $2, $NF }' "$text" |
            sort -n >"$work/$what"
    done
    : >"$work/dot"
    ratio peers-shape "Matrices of 2^{$largest}  bytes from flat to tall, $gpu" rows "set format x '2^{%L}'"
fi

if look_at memory-reads-h200; then
    gnuplot -e "input='$text'; output='$pictures/memory-reads.svg'" "$here/bench/plots/memory_reads.gp" || failed=1
    echo "$pictures/memory-reads.svg"
fi
exit $failed
