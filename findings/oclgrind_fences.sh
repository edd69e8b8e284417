#!/bin/sh
# SPDX-License-Identifier: MIT
# Oclgrind 21.10 (Debian 12), --data-races: one work-group stores a value, has a fence, and sets a flag by an atomic; another
# sees the flag by an atomic, has a fence, and reads the value.
#
# The guess: the race detector knows atomics and fences, and is silent, as it is where a barrier orders the two.
# Seen: "Read-write data race" on the value. Only barriers order accesses for it; an atomic is no race by itself, and no more.
set -u
work=$(mktemp -d) && cd "$work" || exit 2
trap 'rm -rf "$work"' EXIT
apt-get download oclgrind=21.10-3 liboclgrind-21.10=21.10-3 libllvm14 libclang-common-14-dev >log 2>&1 || { cat log && exit 2; }
for package in ./*.deb; do dpkg -x "$package" root; done

cat >kernels.cl <<'CL'
kernel void handoff(global int *data, global int *flag, global int *out)
{
    if (get_group_id(0) == 0) {
        data[0] = 42;
        write_mem_fence(CLK_GLOBAL_MEM_FENCE);
        atomic_xchg(flag, 1);
    } else if (atomic_add(flag, 0) == 1) {
        read_mem_fence(CLK_GLOBAL_MEM_FENCE);
        out[0] = data[0];
    }
}
kernel void counted(global int *data, global int *flag, global int *out)
{
    atomic_inc(flag);
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[get_global_id(0)] = *flag;
}
CL
for kernel in handoff counted; do
    size='4 1 1\n2 1 1'
    [ $kernel = handoff ] || size='4 1 1\n4 1 1'
    # shellcheck disable=SC2059 # the size is the format
    printf "kernels.cl\n$kernel\n$size\n<size=4 fill=0 int>\n<size=4 fill=0 int>\n<size=16 fill=0 int>\n" >$kernel.sim
    LD_LIBRARY_PATH=root/usr/lib/x86_64-linux-gnu timeout 60 root/usr/bin/oclgrind-kernel --data-races $kernel.sim >$kernel.log 2>&1
    echo "$kernel: $(grep -c 'data race' $kernel.log) reports"
done
grep -q 'Read-write data race at global memory' handoff.log && ! grep -q 'data race' counted.log
