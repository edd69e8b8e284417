# SPDX-License-Identifier: MIT
# host_sync.gp: the time line that host_sync prints: the host's calls above the kernels, on one axis of time.
#
#     build/cpu/host_sync >host_sync.csv
#     gnuplot -e "input='host_sync.csv'; output='host_sync.svg'" bench/plots/host_sync.gp
#
# `input` may also be what bench/record.sh kept of it. The host's calls are numbered as the program lists them: grey where
# there was nothing to read, red where the host read too early, green where the result was there.

# Lines of: lane, 0 to 3 from the top, from, to, number, colour. A short bar is drawn wider than it is, so as to be seen,
# and moves the next one in its lane along.
rows = "< awk -F ' *, *' '" \
     . "$1 == \"host\" { add(0, ++calls, $5 ~ /too early|BROKEN/ ? \"0xcc3311\" : $5 ~ /no copy/ ? \"0x808080\" : \"0x228833\") }" \
     . "$1 == \"stream 1\" { add(1, substr($2, 8), \"0x3366cc\") }" \
     . "$1 == \"stream 2\" { add(2, substr($2, 8), \"0x7744aa\") }" \
     . "$1 == \"default stream\" { add(3, substr($2, 8), \"0x227788\") }" \
     . "function add(l, n, c) { lane[++bars] = l; from[bars] = $3; to[bars] = $4; rest[bars] = n \" \" c; end = $4 > end ? $4 : end }" \
     . "END { for (i = 1; i <= bars; i++) {" \
     . "    left = from[i] > after[lane[i]] ? from[i] : after[lane[i]] + 0;" \
     . "    right = to[i] > left + end / 150 ? to[i] : left + end / 150;" \
     . "    print lane[i], left, right, rest[i]; after[lane[i]] = right + end / 1000 } }' ".input
stats rows using 3 name "end" nooutput
if (!exists("end_records") || end_records < 15) { exit error "host_sync.gp: ".input." is no time line" }

set terminal svg size 960,260 font "sans-serif,12" background "white"
set output output
set border 1 lc rgb "#888888"
set tics nomirror scale 0.5 textcolor rgb "#222222"
set grid xtics lc rgb "#dddddd"
set xrange [0:end_max * 1.01]
set yrange [3.6:-0.6]
set ytics ("the host" 0, "stream 1" 1, "stream 2" 2, "default stream" 3) scale 0
set xlabel "milliseconds"
set style fill solid noborder
unset key
plot rows using 2:1:2:3:($1 - 0.35):($1 + 0.35):5 with boxxyerror lc rgb variable, \
     "" using (($2 + $3) / 2):1:($3 - $2 > end_max / 50 ? stringcolumn(4) : "") with labels textcolor rgb "white"
