#!/bin/sh
# SPDX-License-Identifier: MIT
# host_compiler.sh CUCC SOURCE_FOLDER: the host's compiler may be a wrapper such as mpicxx, or cucc itself, when make
# has CXX=cucc.
set -u
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

printf '#!/bin/sh\nexec "%s" -DWRAPPED "$@"\n' "${CXX:-g++}" >wrapper
chmod +x wrapper
printf '#ifndef WRAPPED\n#error not asked\n#endif\n#include "yes.cu"\n' >wrapped.cu
builds -ccbin ./wrapper wrapped.cu -o out
"$cucc" --compiler-bindir="$PWD/wrapper" -E wrapped.cu >log 2>&1 || wrong --compiler-bindir="$PWD/wrapper" -E wrapped.cu
"$cucc" -E wrapped.cu >log 2>&1 && wrong -E wrapped.cu, without its compiler
builds -ccbin gcc yes.cu -o out
builds -ccbin none yes.cu -o out
(CXX=$cucc && export CXX && builds yes.cu -o out && exit "$failed") || failed=1
exit "$failed"
