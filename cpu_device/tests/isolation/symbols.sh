#!/bin/sh
# SPDX-License-Identifier: MIT
# symbols.sh LIBRARY INCLUDE: the device's library defines exactly what its interface declares. It uses nothing that a
# program compiles for itself: no instance of a template, no weak symbol but one, which is LeakSanitizer's where that is
# linked.
set -eu
library=$1 include=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# complain TEXT <NAMES: if there are any.
complain() {
    sed "s/^/$1: /" | tee -a "$work/complaints"
}

# Of OpenGL, which need not be here, the types that two of the headers use.
mkdir "$work/GL"
echo 'typedef unsigned int GLuint, GLenum;' >"$work/GL/gl.h"

# The functions and variables that the headers declare, for programs or, with -DCPU_DEVICE_RUNTIME, for the
# library, by name; what they define themselves is not among them.
declared() {
    printf '#include "cuda.h"\n#include "cuda_runtime_api.h"\n#include "cpu_device/interface.h"\n#include "cpu_device/counters.h"\n#include "cpu_device/page.h"\n#include "cpu_device/diary.h"\n#include "cpu_device/reports.h"\n#include "cuda_gl_interop.h"\n#include "cudaGL.h"\n' |
        "${CXX:-g++}" -std=c++17 "$@" -E -I"$include" -I"$work" -x c++ - |
        awk '
            /^# [0-9]/ { ours = $3 ~ /\/(cuda|cuda_runtime_api|cuda_gl_interop|cudaGL|cpu_device\/(interface|counters|page|diary|reports))\.h"$/; next }
            ours && !/gnu::unavailable/ { gsub(/[^A-Za-z0-9_ \t]/, " & "); text = text " " $0 }
            END {
                tokens = split(text, token)
                for (i = 1; i <= tokens; ++i) {
                    t = token[i]
                    if (inside > 0) { # the body of a function, a struct or the like
                        inside += (t == "{") - (t == "}")
                        if (inside == 0)
                            begin = function_name = names = ""
                        continue
                    }
                    if (t ~ /^[([]$/)
                        ++brackets
                    if (brackets > 0) {
                        if (t == "(" && brackets == 1 && function_name == "" && before != "__attribute__")
                            function_name = before
                        if (t ~ /^[])]$/)
                            --brackets
                    } else if (t == "{" && begin !~ /^(namespace|extern)$/ || t == "{" && function_name != "") {
                        inside = 1
                    } else if (t ~ /^[;{}]$/) {
                        if (t == ";" && begin !~ /^(typedef|using|template)$/)
                            print function_name == "__typeof__" ? before : function_name != "" ? function_name : begin == "extern" ? names " " before : ""
                        begin = function_name = names = ""
                    } else {
                        if (begin == "")
                            begin = t
                        if (t == ",")
                            names = names " " before
                    }
                    before = t
                }
            }' | tr -s ' ' '\n' | grep -v '^$' | sort -u
}

[ -e "$include/cpu_device/interface.h" ] || {
    echo "no header declares the interface: $include/cpu_device/interface.h is missing"
    exit 1
}
# What files call whose default stream is each thread's (cpu_device/default_stream.h).
printf '#include "cuda_runtime_api.h"\n' |
    "${CXX:-g++}" -std=c++17 -DCUDA_API_PER_THREAD_DEFAULT_STREAM -E -I"$include" -x c++ - |
    sed -n 's/^#pragma redefine_extname \(.*\) \1_ptsz$/\1/p' | sort -u >"$work/takes_stream"
{ declared && declared -DCPU_DEVICE_RUNTIME && sed 's/$/_ptsz/' "$work/takes_stream"; } | sort -u >"$work/declared"
nm --defined-only --extern-only "$library" | awk 'NF == 3 { print $3 }' | sort -u >"$work/defined"
[ -s "$work/declared" ] && [ -s "$work/defined" ]

comm -13 "$work/declared" "$work/defined" | complain 'defined, and not declared'
comm -23 "$work/declared" "$work/defined" | complain 'declared, and not defined'
# Every function that takes a stream, or copies or fills; to a library, no stream is the default stream in any file.
printf '#include "cuda_runtime_api.h"\n' | "${CXX:-g++}" -std=c++17 -E -P -I"$include" -x c++ - | tr '\n' ' ' |
    sed 's/[{}]/\n/g; s/;/;\n/g' | grep ';$' | grep -v 'return\|typedef\|=' |
    sed -n -E 's/.* \**((cuda|cpu_device_)[A-Za-z0-9_]+)\((.*)\);$/\1 \3/p' |
    grep 'cudaStream_t [a-z]\|^cudaMem\(cpy\|set\)' | cut -d' ' -f1 | grep -v '^cudaStreamDestroy$\|^cpu_device_library_' | sort -u |
    comm -23 - "$work/takes_stream" | complain 'takes a stream, and is not in default_stream.h'
nm --undefined-only "$library" | awk '$1 ~ /^[wv]$/ && $2 != "__lsan_ignore_object" { print $2 }' | complain 'undefined and weak'
nm --undefined-only --demangle "$library" | sed 's/^ *[A-Za-z] //; s/operator<<*//; s/(.*//' | grep '<' | sort -u |
    complain 'taken from a program, perhaps: a template'
echo "$(wc -l <"$work/declared") declared, $(wc -l <"$work/defined") defined"
[ ! -s "$work/complaints" ]
