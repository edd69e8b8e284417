#!/bin/sh
# SPDX-License-Identifier: MIT
# barrier_warnings.sh CHECKOUT [OPTION...]: compiles each .cu file of other people's programs that has a barrier, and prints
# where cucc warns of one (-Wdivergent-barrier), and at the end how many files and warnings there are. Whether a warning is
# right, a person says who has read the program (barrier_warnings.txt): threads of one block may differ in the condition.
# The options are for each file. $CUCC is the compiler; with PART=K/N, each N-th file from the K-th on.
set -u
judged=$(realpath -- "$0") && judged=${judged%.sh}.txt
checkout=$1
shift
first=${PART:-1/1} && step=${first#*/} first=${first%/*}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$checkout" || exit 2

compiled=0 refused=0 number=0
grep -rlE '__syncthreads|sync\(' --include='*.cu' . | sort >"$work/files"
while IFS= read -r file; do
    number=$((number + 1))
    [ $((number % step)) = $((first % step)) ] || continue
    folder=${file%/*}
    if timeout 60 "${CUCC:-cucc}" -O0 -checked -ptx -I "$folder" -I "$folder/../include" "$@" "$file" -o /dev/null \
        </dev/null >"$work/log" 2>&1; then
        compiled=$((compiled + 1))
    else
        refused=$((refused + 1))
    fi
    sed -n 's/^\([^ ]*:[0-9]*\):[0-9]*: warning: .* \[-Wdivergent-barrier\]$/\1/p' "$work/log" | sed 's|^\./||'
done <"$work/files" >"$work/warned"
[ $((compiled + refused)) -gt 0 ] || { echo "barrier_warnings.sh: no file with a barrier in $checkout" >&2 && exit 2; }
echo "files with a barrier that compile: $compiled; that do not: $refused"
sort -u "$work/warned" | awk -F '\t' -v judged="$judged" '
    BEGIN { while ((getline line <judged) > 0) { split(line, part, "\t"); said[part[1]] = part[2] } }
    {
        verdict = $1 in said ? said[$1] : "not read"
        print $1 ": " verdict
        sub(/:.*/, "", verdict)
        ++count[verdict]
    }
    END { print "warnings: " NR "; right " count["right"] + 0 "; false " count["false"] + 0 "; not read " count["not read"] + 0 }'
