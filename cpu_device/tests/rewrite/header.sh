#!/bin/sh
# SPDX-License-Identifier: MIT
# header.sh BUILD PASS OPTION: what rewrite makes of the device's own header, with one option more than cucc gives.
spaces=
[ ! -e "$1/spaces.so" ] || spaces=--spaces
"$1/rewrite" "--$2" $spaces "$3" <"$1/$2.ii" | diff -u "$1/$2.h" -
