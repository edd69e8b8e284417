# SPDX-License-Identifier: MIT
# memory_reads.gp: latency and bandwidth of the memories of a GPU, and what was said of them, as bars on log axes.
#
#     gnuplot -e "input='docs/results/memory-reads-h200.txt'; output='docs/results/memory-reads.svg'" \
#         bench/plots/memory_reads.gp
#
# `input` is what bench/record.sh kept of build/gpu/bench/memory_reads.

rows = "< awk -F, 'NF == 5 && $2 + 0 > 0' ".input
gpu = system("sed -n 's/^GPU: *\\([^,]*\\).*/\\1/p' ".input)
set datafile separator ","
stats rows using 0 name "row" nooutput
last = row_records - 1

# What NVIDIA's guides of the first CUDA GPUs, and notes that are still read, say: the number of the row, from and to.
$said_cycles << EOD
0,24,24
5,400,600
10,400,600
EOD
$said_bandwidth << EOD
10,0.2,0.2
EOD

set terminal svg size 960,420 font "sans-serif,12" background "white"
set output output
set multiplot
set logscale x
set format x "%g"
set yrange [last + 0.6:-0.6]
set grid xtics lc rgb "#dddddd"
set border 1 lc rgb "#888888"
set tics nomirror scale 0.5 textcolor rgb "#222222"
set style fill solid noborder
set key at screen 0.98, screen 0.055 right center horizontal samplen 2
set tmargin at screen 0.90
set bmargin at screen 0.17

set lmargin at screen 0.23
set rmargin at screen 0.58
set xrange [1:2000]
set title "one read: cycles"
plot rows using (1):0:(1):3:($0 - 0.36):($0 + 0.36):ytic(1) with boxxyerror lc rgb "#4477aa" title gpu, \
     "" using ($3 * 1.1):0:(sprintf($3 < 10 ? "%.1f" : "%.0f", $3)) with labels left textcolor rgb "#222222" notitle, \
     $said_cycles using (sqrt($2 * $3)):1:2:3 with xerrorbars pt 13 ps 1 lw 2 lc rgb "#cc3311" title "said then"

set lmargin at screen 0.62
set rmargin at screen 0.94
unset key
set format y ""
set xrange [0.1:1e6]
set xtics ("0.1" 0.1, "10" 10, "1000" 1e3, "100 000" 1e5)
set title "all SMs: GB/s"
plot rows using (0.1):0:(0.1):5:($0 - 0.36):($0 + 0.36) with boxxyerror lc rgb "#4477aa" notitle, \
     "" using ($5 * 1.2):0:(sprintf("%.0f", $5)) with labels left textcolor rgb "#222222" notitle, \
     $said_bandwidth using 2:1 with points pt 13 ps 1 lc rgb "#cc3311" notitle
unset multiplot
