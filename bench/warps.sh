#!/bin/sh
# SPDX-License-Identifier: MIT
# warps.sh: on a GPU, how often each way to let a warp add up is right, and what racecheck says to it.
set -u
cd "$(dirname "$0")/../build/gpu" || exit 1

./warp_sync --runs 1000
for variant in plain volatile syncwarp shuffle; do
    echo
    echo "== compute-sanitizer --tool racecheck ./warp_sync --variant $variant"
    compute-sanitizer --tool racecheck --print-limit 1 ./warp_sync --variant $variant 2>&1 | grep '^=====' | grep -v 'Host Frame'
done
