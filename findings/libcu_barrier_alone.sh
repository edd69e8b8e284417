#!/bin/sh
# SPDX-License-Identifier: MIT
# libcu++ 1.8.1 (Debian 12, libcu++-dev) with the same release's g++ 12, host code only.
#
# The guess: a header of a package compiles by itself with the compiler that it is packaged beside.
# Seen: <cuda/atomic> and <cuda/std/complex> do. <cuda/barrier>, and with it <cuda/pipeline>, needs <new> before it ("no
# matching function for call to operator new"), and <cuda/std/array> needs <cstdlib> ("div_t has not been declared").
set -u
work=$(mktemp -d) && cd "$work" || exit 2
trap 'rm -rf "$work"' EXIT
apt-get download g++-12=12.2.0-14+deb12u1 gcc-12=12.2.0-14+deb12u1 cpp-12=12.2.0-14+deb12u1 libstdc++-12-dev=12.2.0-14+deb12u1 \
    libgcc-12-dev=12.2.0-14+deb12u1 libc6-dev linux-libc-dev libisl23 libmpc3 libmpfr6 libgmp10 binutils-x86-64-linux-gnu libbinutils \
    libctf0 libcu++-dev=1.8.1-2 >log 2>&1 || { cat log && exit 2; }
dpkg -x ./libcu*.deb libcu && rm ./libcu*.deb
for package in ./*.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH="$work/root/usr/lib/x86_64-linux-gnu" PATH="$work/root/usr/bin:$PATH"

compiles() { # HEADER...
    for header in "$@"; do echo "#include <$header>"; done >one.cpp
    echo 'int main() {}' >>one.cpp
    g++-12 -std=c++17 -I libcu/usr/include -fsyntax-only one.cpp >log 2>&1
    status=$?
    [ $status != 0 ] || echo compiles >log
    echo "$*: $(grep -m 1 -o -e 'error: .*' -e compiles log | cut -c -90)"
    return $status
}
changed=0
for header in cuda/atomic cuda/semaphore cuda/std/complex; do
    compiles $header || changed=1
done
for header in cuda/barrier cuda/pipeline cuda/std/array; do
    ! compiles $header || changed=1
done
compiles new cuda/barrier || changed=1
compiles new cuda/pipeline || changed=1
compiles cstdlib cuda/std/array || changed=1
exit $changed
