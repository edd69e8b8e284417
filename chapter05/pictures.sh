#!/bin/sh
# SPDX-License-Identifier: MIT
# pictures.sh [gpu|cpu]: makes the pictures beside the programs anew, with the programs that are built for that device.
set -eu
cd "$(dirname "$0")"
programs=../build/${1:-gpu}
"$programs/shared_bitmap" --save shared_bitmap.png
"$programs/shared_bitmap_unsynced" --save shared_bitmap_unsynced.png || [ $? = 1 ] # wrong, on purpose
"$programs/host_sync" >host_sync.csv || [ $? = 3 ] # the CPU device names that the host reads too early
gnuplot -e "input='host_sync.csv'; output='host_sync.svg'" ../bench/plots/host_sync.gp
rm host_sync.csv
"$programs/shared_bitmap_live" --width 512 --height 512 --frames 1000 --save shared_bitmap_live.png || [ $? = 1 ]
