#!/bin/sh
# SPDX-License-Identifier: MIT
# fences.sh: on a GPU, how often the sum of one launch is right with its fences and without.
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
