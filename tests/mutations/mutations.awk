# SPDX-License-Identifier: MIT
# mutations.awk: prints the mutations of a CUDA program, each a line of LINE, TAB, the mutated line.
#
# What is mutated is device code, from __global__ or __device__ to the brace that closes the function, and launches: each
# barrier and fence is taken out; each comparison, +, -, *, / and % is exchanged for another; each .x of an index becomes
# .y and the other way round; each whole number becomes the next. One at a time; not in comments and texts.

# The text with comments and texts blanked out, in as many characters.
function masked(text, out, i, two, quote) {
    out = ""
    for (i = 1; i <= length(text); i++) {
        two = substr(text, i, 2)
        if (quote == "" && two == "//")
            break
        if (quote == "" && two ~ /^["']/)
            quote = substr(two, 1, 1)
        else if (quote != "" && substr(two, 1, 1) == quote)
            quote = ""
        else if (quote == "") {
            out = out substr(two, 1, 1)
            continue
        }
        out = out " "
    }
    return out
}

# The places where `from` stands in the masked line; `to` takes its place, one at a time.
function exchange(from, to, at, start) {
    for (start = 1; (at = index(substr(code, start), from)) > 0; start = at + 1) {
        at += start - 1
        if (from ~ /^ [-+] $/ && substr(code, at + 3) ~ /^0[^0-9.x]/) # no other number
            continue
        print NR "\t" substr($0, 1, at - 1) to substr($0, at + length(from))
    }
}

BEGIN {
    pair("__syncthreads();", ";"); pair("__syncwarp();", ";"); pair("__threadfence();", ";")
    pair(" <= ", " < "); pair(" < ", " <= "); pair(" >= ", " > "); pair(" > ", " >= ")
    pair(" == ", " != "); pair(" != ", " == "); pair(" && ", " || "); pair(" || ", " && ")
    pair(" + ", " - "); pair(" - ", " + "); pair(" * ", " + "); pair(" / ", " * "); pair(" % ", " / ")
    pair(" += ", " -= "); pair(" /= ", " -= "); pair("Idx.x", "Idx.y"); pair("Idx.y", "Idx.x")
    pair("Dim.x", "Dim.y"); pair("Dim.y", "Dim.x")
}

function pair(a, b) {
    from[++pairs] = a
    to[pairs] = b
}

{
    code = masked($0)
    if (depth == 0 && code ~ /__global__|__device__/)
        device = 1
    if (code !~ /^ *#pragma/ && (device || code ~ /<<</)) {
        for (p = 1; p <= pairs; p++)
            exchange(from[p], to[p])
        for (at = 1; match(substr(code, at), /[0-9]+/); at += RSTART + RLENGTH - 1) {
            first = at + RSTART - 1
            before = first > 1 ? substr(code, first - 1, 1) : " "
            after = substr(code, first + RLENGTH, 1)
            if (before !~ /[A-Za-z_0-9.]/ && after !~ /[A-Za-z_.]/)
                print NR "\t" substr($0, 1, first - 1) (substr(code, first, RLENGTH) + 1) substr($0, first + RLENGTH)
        }
    }
    braces = code
    opened = gsub(/{/, "", braces)
    closed = gsub(/}/, "", braces)
    depth += opened - closed
    if (device && depth == 0 && (closed || code ~ /;[ ]*$/))
        device = 0
}
