#!/bin/sh
# SPDX-License-Identifier: MIT
# man.sh CUCC README VERSION: prints the man page of cucc, made of what cucc --help says and of the tables of settings and
# exit statuses in the device's README.
set -eu
cucc=$1 readme=$2 version=$3

# Backslashes, hyphens that are typed, and what would be a request at the beginning of a line.
escape() {
    sed 's/\\/\\e/g; s/-/\\-/g; s/^[.]/\\\&./'
}

# table FIRST: its rows, as tag and text; links become their texts.
table() {
    awk -F ' *[|] *' -v first="$1" 'index($0, "| " first) == 1 { on = 1; next } !/^[|]/ { on = 0 } on && !/^[|] *---/ { print $2; print $3 }' "$readme" |
        sed 's/\[\([^]]*\)\]([^)]*)/\1/g; s/`//g' | escape | sed '1~2s/^/.TP\n/'
}

help=$("$cucc" --help)
cat <<END
.TH CUCC 1 "" "cucc $version"
.SH NAME
cucc \\- compile CUDA C++ for a CUDA device on the CPU
.SH SYNOPSIS
.nf
$(echo "$help" | sed -n '1s/^usage: //p' | escape)
.fi
.SH DESCRIPTION
END
# A heading is one word, an item is two columns in, and its text in column 19.
echo "$help" | sed 1d | escape | awk '
    { text = $0; gsub(/\\-/, "-", text) }
    /^[A-Z][a-z]*$/ { print ".SH " toupper($0); next }
    /^$/ { print ".PP"; next }
    text ~ /^  [^ ]/ && substr(text, 18, 2) == "  " { print ".TP"; item = $0; sub(/^  /, "", item); split(item, part, /  +/)
        print part[1]; sub(/^.*[^ ]  +/, "", item); print item; next }
    text ~ /^  [^ ]/ { sub(/^  /, ""); print ".TP"; print; next }
    { sub(/^ +/, ""); print }' | sed '/^[.]PP$/{N;s/^[.]PP\n\([.]SH\|[.]TP\)/\1/}'
table variable
echo ".SH EXIT STATUS"
echo "Of cucc that of g++; of a program that it has compiled:"
table 'exit status'
echo ".SH SEE ALSO"
echo "g++(1), gdb(1), /usr/lib/cpu_device/cpu_device/README.md"
