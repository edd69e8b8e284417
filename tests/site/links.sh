#!/bin/sh
# SPDX-License-Identifier: MIT
# links.sh SITE: every link, picture and frame of the pages in the folder SITE leads to a file in it, and every anchor is there.
# What leads to another host is left alone; the pages of launches (trace-*.html) link to nothing; #program= is for the playground.
set -u
cd "$1" || exit 2
# shellcheck disable=SC2016 # awk's own
find . -name '*.html' ! -name 'trace-*' | sed 's|^\./||' | sort | tr '\n' '\0' | xargs -0 awk -v files="$(find . -type f | sed 's|^\./||' | tr '\n' ' ')" '
    BEGIN { n = split(files, f, " "); for (i = 1; i <= n; i++) there[f[i]] = 1 }
    {
        rest = $0
        while (match(rest, /(href|src|id)="[^"]*"| id=L[0-9]+/)) {
            found = substr(rest, RSTART, RLENGTH)
            rest = substr(rest, RSTART + RLENGTH)
            gsub(/"/, "", found)
            value = found
            sub(/^[^=]*=/, "", value)
            if (found ~ /^ ?id=/)
                anchor[FILENAME "#" value] = 1
            else if (value !~ /^[a-z]+:/)
                link[FILENAME "\t" value] = 1
        }
    }
    # PATH as it stands in PAGE, from the folder of the site on
    function resolve(page, path,    parts, n, i, m, kept, result) {
        sub(/[^\/]*$/, "", page)
        n = split(page path, parts, "/")
        for (i = 1; i <= n; i++)
            if (parts[i] == "..") m--
            else if (parts[i] != "" && parts[i] != ".") kept[++m] = parts[i]
        for (i = 1; i <= m; i++)
            result = result (i > 1 ? "/" : "") kept[i]
        return m < 0 ? "outside" : result
    }
    END {
        for (l in link) {
            split(l, part, "\t")
            path = part[2]; mark = ""
            if (match(path, /#/)) { mark = substr(path, RSTART); path = substr(path, 1, RSTART - 1) }
            target = path == "" ? part[1] : resolve(part[1], path)
            if (!(target in there)) { print part[1] ": no page " part[2]; wrong = 1 }
            else if (mark != "" && target !~ /^trace-/ && mark !~ /^#program=/ && !((target mark) in anchor)) { print part[1] ": no anchor " part[2]; wrong = 1 }
            count++
        }
        print count " links"
        exit wrong || !count
    }'
