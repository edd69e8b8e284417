#!/bin/sh
# SPDX-License-Identifier: MIT
# kept.sh CUCC SOURCE_FOLDER: what nvcc writes besides its output if it is asked to (--keep, --time), and options that it
# takes from the environment.
set -u
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

mkdir kept
builds --keep --keep-dir kept yes.cu -o out
for name in yes.cpp1.ii yes.cpp4.ii yes.cudafe1.gpu yes.cudafe1.cpp yes.o; do
    [ -s kept/$name ] || wrong --keep: there is no $name
done
grep -q 'void set' kept/yes.cpp1.ii || wrong --keep: yes.cpp1.ii has no kernel
builds -save-temps yes.cu -o out
[ -s yes.cudafe1.cpp ] || wrong -save-temps: there is no yes.cudafe1.cpp
refuses '--keep-dir none: there is no such folder' --keep --keep-dir none yes.cu

builds --time times.csv yes.cu -o out
"$cucc" -time=times.csv -c yes.cu >log 2>&1 || wrong -time=times.csv
[ "$(grep -c '^source file name' times.csv)" = 1 ] || wrong --time: times.csv has not one heading
for step in 'yes.cu , gcc (preprocessing)' 'yes.cu , rewriting' 'yes.cu , gcc (compiling)' ' , linking'; do
    grep -Eq "^$(printf %s "$step" | sed 's/[()]/\\&/g') .*, [0-9.]+ , ms$" times.csv || wrong --time: no line of "$step"
done
"$cucc" --time - -c yes.cu >log 2>&1
[ "$(head -n 1 log | cut -c 1-16)" = 'source file name' ] || wrong --time -

# NVCC_PREPEND_FLAGS come first, NVCC_APPEND_FLAGS last, and neither is for what only cucc knows.
printf '#if FIRST != 1 || LAST != 2\n#error other values\n#endif\n' | cat - yes.cu >flags.cu
export NVCC_PREPEND_FLAGS='-DFIRST=1 -DLAST=1' NVCC_APPEND_FLAGS='-ULAST "-DLAST=2"'
builds -UNONE flags.cu -o out
"$cucc" --folder >log 2>&1 || wrong --folder
unset NVCC_PREPEND_FLAGS
if "$cucc" -c flags.cu >log 2>&1; then wrong without NVCC_PREPEND_FLAGS; fi
exit "$failed"
