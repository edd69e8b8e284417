#!/bin/sh
# SPDX-License-Identifier: MIT
# device.sh BUILD: prints gpu if a GPU runs programs here, else cpu. The probe decides (probe.cu), which CMake compiles in the
# build folder where there is a CUDA toolkit. A line on stderr says so if there is a GPU that does not run it.
here=$(realpath -- "$0") && here=${here%/*}
# shellcheck disable=SC1091 # say.sh is not checked by itself
. "$here/say.sh"
timeout 60 "$1/gpu/probe" >/dev/null 2>&1
case $? in
0) echo gpu ;;
78)
    say "the GPU is not used, because $1 was set up for another GPU or for a newer driver; after rm -r $1 it is used" \
        "没有使用 GPU：$1 是为别的 GPU 或更新的驱动程序建立的；执行 rm -r $1 之后就会使用" && echo cpu
    ;;
*) echo cpu ;;
esac
