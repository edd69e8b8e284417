#!/bin/sh
# SPDX-License-Identifier: MIT
# fences.sh: on a GPU, how often the sum of one launch is right with its fences and without, and whether the last block or
# the CPU better adds up what the blocks have left.
set -u
cd "$(dirname "$0")/../build/gpu" || exit 1

show() {
    echo "== $*"
    "$@"
    echo "exit status $?"
    echo
}

show ./threadfence_sum --runs 20000
show ./threadfence_sum --no-fence --runs 20000
for blocks in 32 264 1024 8192 65536; do
    show ./threadfence_sum --blocks $blocks --runs 1000 --compare
done
