#!/bin/sh
# SPDX-License-Identifier: MIT
# coverage.sh CUCC SOURCE_FOLDER: host code with gcov; and with AddressSanitizer and LeakSanitizer, as far as a .cu file can
# be with them.
set -u
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

# counts LINE: how often gcov says that a line of the program ran.
counts() {
    sed -n "s/^ *\([^ :]*\): *$1:.*/\1/p" yes.cu.gcov
}
line=$(grep -n 'cudaFree' yes.cu | cut -d : -f 1)
kernel=$(grep -n '\*a = 1' yes.cu | cut -d : -f 1)
builds --coverage yes.cu -o out
gcov out-yes.gcda >log 2>&1 || wrong --coverage: gcov
[ "$(counts "$line")" = 1 ] || wrong --coverage: line "$line" ran "$(counts "$line")" times
[ "$(counts "$kernel")" = - ] || wrong --coverage: the kernel is counted

# By parts, in another folder, as CMake names them.
mkdir parts
"$cucc" -Xcompiler --coverage -c yes.cu -o parts/yes.cu.o >log 2>&1 || wrong -Xcompiler --coverage -c
[ -s parts/yes.cu.gcno ] || wrong -c --coverage: there is no yes.cu.gcno
builds --coverage parts/yes.cu.o -o out
./out >log
./out >log
gcov parts/yes.cu.gcda >log 2>&1 || wrong --coverage: gcov
[ "$(counts "$line")" = 3 ] || wrong --coverage: line "$line" ran "$(counts "$line")" times

# A program of which other objects have AddressSanitizer: what the device keeps is no leak, what the program forgets is.
cat >kernels.cu <<'END'
__global__ void set(int *a)
{
    *a = 1;
}
int kernels()
{
    int *a;
    cudaMalloc(&a, sizeof *a);
    set<<<1, 1>>>(a);
    return cudaFree(a);
}
END
printf '#include <stdio.h>\nint kernels();\nint main() { puts("Yes"); return kernels(); }\n' >main.cpp
sed 's/puts/new int[5]; puts/' main.cpp >leaking.cpp
"$cucc" -c kernels.cu >log 2>&1 || wrong -c kernels.cu
for name in main leaking; do
    "${CXX:-g++}" -fsanitize=address -c $name.cpp || failed=1
done
builds -fsanitize=address main.o kernels.o -o out
"$cucc" -fsanitize=address leaking.o kernels.o -o leaking >log 2>&1
if ./leaking >log 2>&1; then wrong -fsanitize=address: no leak; fi
{ grep -q 'Direct leak of 20 byte' log && ! grep -q 'leak of 65536' log; } || wrong -fsanitize=address: a leak
builds -fsanitize=leak yes.cu -o out
exit "$failed"
