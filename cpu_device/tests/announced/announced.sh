#!/bin/sh
# SPDX-License-Identifier: MIT
# announced.sh ACCESSES EXPLAINED FOLDER...: lists the loads and stores that nobody announces, of the kernels of all programs
# in the folders. A line of EXPLAINED is a program, a file, a kind, and the reason: what it explains must be found, and what
# is found must be explained there. Programs that contain the device are left out. Status 77: none is built.
set -u
accesses=$1 explained=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

: >"$work/found"
: >"$work/looked_at"
for folder; do
    for program in "$folder"/*; do
        case ${program##*/} in *.*) continue ;; esac
        if [ ! -f "$program" ] || ! objdump -p "$program" 2>/dev/null | grep -q 'NEEDED.*libcudart'; then
            continue
        fi
        { objdump -h "$program" && objdump -d -l --no-show-raw-insn "$program"; } >"$work/code" || exit 2
        "$accesses" <"$work/code" >"$work/list" || exit 2
        echo "${program##*/} $(tail -n 1 "$work/list")" >>"$work/looked_at"
        sed -e '$d' -e "s/^/${program##*/}	/" "$work/list" >>"$work/found"
    done
done
awk -F '\t' -v OFS='\t' '
    FILENAME == ARGV[1] { split($0, word, " "); seen[word[1]] = 1; kernels += word[2]; next }
    FILENAME == ARGV[2] {
        if (/^#/ || NF == 0) next
        if ($1 in seen) reason[$1, $2, $3] = $0
        next
    }
    {
        file = $2
        sub(/:.*/, "", file)
        if (($1, file, $3) in reason) used[$1, file, $3] = 1
        else { print "FAILED: nobody announces: " $1 ": " $3 " at " $2 ": " $4; failed = 1 }
    }
    END {
        for (r in reason)
            if (!(r in used)) { print "FAILED: no longer there: " reason[r]; failed = 1 }
        for (s in seen) programs++
        print kernels + 0 " kernels in " programs + 0 " programs"
        if (programs == 0) exit 77
        if (2 * kernels < programs) { print "FAILED: most kernels are missing"; failed = 1 }
        exit failed
    }' "$work/looked_at" "$explained" "$work/found"
