#!/bin/sh
# SPDX-License-Identifier: MIT
# literals.sh: which literals of type float nvcc reads otherwise than g++. It tries numbers half-way between two floats,
# where IEEE 754 takes the even one, from 2^24 to 2^53: in decimal with the suffix f, in decimal as a double that is
# converted, and in hexadecimal; and numbers a quarter above and below. Needs nvcc and g++, and no GPU.
set -eu
PATH=$PATH:/usr/local/cuda/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk 'BEGIN {
    for (k = 24; k <= 52; ++k)
        for (odd = 1; odd <= 15; odd += 2) {
            half = 2 ^ (k - 24)
            n = 2 ^ k + odd * half
            printf "decimal %.0f.0f\n", n
            printf "converted (float)%.0f.0\n", n
            printf "hexadecimal 0x1.%06xp%df\n", odd, k
            if (k < 50) {
                printf "above %.0f.25f\n", n
                printf "below %.0f.75f\n", n - 1
            }
        }
}' >"$work/literals"
cut -d ' ' -f 2 "$work/literals" | sed 's/$/,/' >"$work/values"
{ echo "__device__ float values[] = {" && cat "$work/values" && echo "};"; } >"$work/nvcc.cu"
{
    echo "#include <stdio.h>"
    echo "static const union { float value; unsigned bits; } values[] = {"
    sed 's/\(.*\),/{\1},/' "$work/values"
    printf '%s\n' '}; int main() { for (auto v : values) printf("%08x\n", v.bits); }'
} >"$work/other.cpp"

nvcc -w -ptx -arch=sm_90 "$work/nvcc.cu" -o "$work/nvcc.ptx" >/dev/null 2>&1
g++ -w "$work/other.cpp" -o "$work/other" && "$work/other" >"$work/other.bits"
tr -d '\n' <"$work/nvcc.ptx" | sed 's/.*values\[[0-9]*\] = {//; s/}.*//' | tr ',' '\n' |
    awk '{ byte[NR % 4] = $1 } NR % 4 == 0 { printf "%02x%02x%02x%02x\n", byte[0], byte[3], byte[2], byte[1] }' >"$work/nvcc.bits"

nvcc --version | sed -n 's/.*, V/nvcc /p'
g++ --version | head -n 1
paste -d ' ' "$work/literals" "$work/nvcc.bits" "$work/other.bits" | awk '
    { ++tried[$1] }
    $3 != $4 { ++differ[$1]; if (shown++ < 10) print $2 ": nvcc " $3 ", g++ " $4 }
    END { for (kind in tried) print kind ": " differ[kind] + 0 " of " tried[kind] " differ" }' | sort
