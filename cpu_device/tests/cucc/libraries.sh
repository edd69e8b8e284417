#!/bin/sh
# SPDX-License-Identifier: MIT
# libraries.sh CUCC SOURCE_FOLDER: static libraries, and the step that links device code.
set -u
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

write_parts
{ "$cucc" -rdc=true -c kernel.cu host.cpp main.cu -I. && "$cucc" -lib kernel.o host.o -o libparts.a; } >log 2>&1 || wrong -lib
builds -rdc=true main.o -L. -lparts -o out
{ "$cucc" -rdc=true -shared -dlink kernel.o -o linked.o && "$cucc" -lib kernel.cu -rdc=true -o libkernel.a; } >log 2>&1 ||
    wrong -dlink
builds -rdc=true main.o linked.o host.o libkernel.a -o out
# An archive may stand in front of what needs it.
builds -rdc=true libparts.a main.o -o out
# Libraries that stand in a project's build file, and that it may do without.
builds -rdc=true main.o linked.o host.o libkernel.a -lcuda -lcudadevrt -lnvToolsExt -lnvidia-ml -o out
exit "$failed"
