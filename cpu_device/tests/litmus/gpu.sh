#!/bin/sh
# SPDX-License-Identifier: MIT
# gpu.sh: runs the litmus tests on a GPU, each for 0.85 seconds (about 3 minutes and a half in all), and prints the
# counts of their outcomes. It builds what it needs, with the C compiler and nvcc.
#
#     bench/record.sh litmus-h100 sh cpu_device/tests/litmus/gpu.sh
set -eu

here=$(cd "$(dirname "$0")" && pwd)
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cc -O2 -o "$work/write" "$here/write.c" "$here/model.c"
"$work/write" --cuda >"$work/litmus.cu"
"$nvcc" -O2 -std=c++17 -arch="${ARCH:-native}" -I "$here" -o "$work/litmus" "$work/litmus.cu"
timeout 240 "$work/litmus" --seconds "${SECONDS_EACH:-0.85}" --chatter 400
