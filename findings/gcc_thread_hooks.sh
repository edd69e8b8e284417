#!/bin/sh
# SPDX-License-Identifier: MIT
# g++ 12.2 and clang++ 14.0.6 (Debian 12) with -fsanitize=thread -O2: which calls an access gets before it.
#
# The guess: each load and store of shared data gets a call, in the order of the accesses, the same for both compilers.
# Seen: `*p += 1` is a read and a write for g++, for clang only a write. memcpy() of 100 bytes is inlined by g++ without any
# call, and memset() of 16, so nobody who replaces the run-time library sees them (of 8 bytes it gets two calls). The copy
# of a struct announces its write before its read.
set -u
work=$(mktemp -d) && cd "$work" || exit 2
trap 'rm -rf "$work"' EXIT
apt-get download g++-12=12.2.0-14+deb12u1 gcc-12=12.2.0-14+deb12u1 cpp-12=12.2.0-14+deb12u1 libstdc++-12-dev=12.2.0-14+deb12u1 \
    libgcc-12-dev=12.2.0-14+deb12u1 libc6-dev linux-libc-dev libisl23 libmpc3 libmpfr6 libgmp10 binutils-x86-64-linux-gnu libbinutils \
    libctf0 clang-14=1:14.0.6-12 libclang-common-14-dev libclang-cpp14 libllvm14 >log 2>&1 || { cat log && exit 2; }
for package in ./*.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH="$work/root/usr/lib/x86_64-linux-gnu" PATH="$work/root/usr/bin:$PATH"
cat >accesses.cpp <<'CPP'
#include <string.h>
struct many { int x[40]; };
extern "C" {
void add(int *p) { *p += 1; }
void copy8(char *a, const char *b) { memcpy(a, b, 8); }
void copy100(char *a, const char *b) { memcpy(a, b, 100); }
void clear16(char *a) { memset(a, 0, 16); }
void copy_struct(many *a, const many *b) { *a = *b; }
}
CPP
g++-12 -O2 -fsanitize=thread -S -o - accesses.cpp | awk '/^[a-z_0-9]+:$/ { name = $1 } /(call|jmp)\t.*(__tsan|mem)/ { print name, $2 }' |
    grep -v 'tsan_func\|tsan_init' | sed 's/@PLT//' >gcc
clang++-14 -O2 -fsanitize=thread -S -emit-llvm -o - accesses.cpp |
    awk '/^define/ { name = $0; sub(/.*@/, "", name); sub(/\(.*/, ":", name) }
         /call .*@(__tsan|mem)/ { call = $0; sub(/.*@/, "", call); sub(/\(.*/, "", call); print name, call }' |
    grep -v 'tsan_func\|tsan_init' >clang
sed 's/^/g++ /' gcc
sed 's/^/clang++ /' clang
cat >expected <<'E'
add: __tsan_read4
add: __tsan_write4
copy8: __tsan_read_range
copy8: __tsan_write_range
copy_struct: __tsan_write_range
copy_struct: __tsan_read_range
E
cmp -s expected gcc && [ "$(grep '^add' clang)" = 'add: __tsan_write4' ] && grep -q '^copy100: memcpy' clang
