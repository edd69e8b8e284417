#!/bin/sh
# SPDX-License-Identifier: MIT
# no_device.sh BUILD: where CUDA has no device, each lesson that is built for GPUs ends with status 77 and one line on stderr (MPI
# adds its own), whatever its first call is. A GPU that is here is hidden. Status 77: there is no CUDA toolkit, so no lesson is built.
set -u
build=$1 failed=0 count=0
export CUDA_VISIBLE_DEVICES=''
[ -x "$build/gpu/probe" ] || { echo "skipped: there is no CUDA toolkit here" && exit 77; }
for program in probe $("$(dirname "$0")/../../tools/lessons.sh" | sed 's/ .*//; s|.*/||'); do
    [ -x "$build/gpu/$program" ] || continue
    said=$(timeout 60 "$build/gpu/$program" 2>&1 >/dev/null)
    status=$?
    [ "$program" != dot_hosts ] || said=$(echo "$said" | head -n 1)
    count=$((count + 1))
    if [ $status != 77 ] || [ "$(echo "$said" | grep -c .)" != 1 ]; then
        echo "$program: status $status, not 77 and one line: $said"
        failed=1
    fi
done
[ $count -gt 20 ] || { echo "only $count lessons are built for GPUs" && failed=1; }
exit $failed
