#!/bin/sh
# SPDX-License-Identifier: MIT
# libraries.sh SOURCE: the libraries with which the source's own line for cucc links it, of those that are installed:
# windows and PNG files are optional.
# shellcheck disable=SC2013 # words
for library in $(sed -n 's|^// *cpu_device/cucc -o .*[.]cu *\(-l[-a-zA-Z ]*\).*|\1|p' "$1"); do
    case $library in
    -lglut | -lGL) header=GL/freeglut.h ;;
    -lpng) header=png.h ;;
    -l*) header=stddef.h ;;
    *) continue ;; # the line goes on with words
    esac
    ! echo "#include <$header>" | ${CXX:-g++} -E -x c++ - >/dev/null 2>&1 || echo "$library"
done
