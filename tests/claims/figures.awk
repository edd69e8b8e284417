# SPDX-License-Identifier: MIT
# figures.awk: prints each measured figure of a text that no log has which the text names for it.
#
#     awk -v folder=docs -f figures.awk docs/CLAIMS.md
#
# A text names logs by links to .txt files, and to .md files that hold a table; `folder` is where its links start. In a
# table with a column of an H100 or H200, each number of that column is a figure. Elsewhere a number with a unit is, and
# both numbers of "1 and 2 ms". A figure of a row of such a table is sought in the logs of that row, if it names one,
# else in those of its section, which a heading begins. A log has the figure if one of its numbers is the same when
# rounded to as many digits. If a number of blocks comes right before the figure, the number must be in that row of the
# log. After "about" 5 percent more or less will do; after "over", "more than", "less than" and "below" it must lie on
# the right side, by 25 percent at most. KB are 1024 bytes in a log, and in a column of
# "us" a log may have milliseconds. These are left out: code, quotations, versions, and
# numbers of threads, blocks, elements and so on.

function read_log(path, line, of_line, n, i, parts) {
    if (path in was_read)
        return
    was_read[path] = 1
    while ((getline line < path) > 0) {
        of_line = line
        gsub(/[^0-9.eE+-]+/, " ", line)
        n = split(line, parts, " ")
        for (i = 1; i <= n; i++) {
            gsub(/^[-+.eE]+|[-+.eE]+$/, "", parts[i])
            if (parts[i] ~ /^[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?$/) {
                numbers[path, ++count[path]] = parts[i] + 0
                lines[path, count[path]] = of_line
            }
        }
    }
    close(path)
    if (!count[path])
        print FILENAME ": " path " has no figures, or is not there"
}

# Whether a log has the figure, with `digits` after the point, in the sense of the word before it.
function in_log(path, figure, digits, word, row, i, least, most, has_row) {
    least = figure - 0.5001 * 10 ^ -digits
    most = figure + 0.5001 * 10 ^ -digits
    if (word == "about") { least = figure * 0.95; most = figure * 1.05 }
    if (word == "over") { least = figure; most = figure * 1.25 }
    if (word == "below") { least = figure * 0.75; most = figure }
    has_row = 0
    for (i = 1; row != "" && i <= count[path] && !has_row; i++)
        has_row = index(" " lines[path, i], " " row " ") > 0
    for (i = 1; i <= count[path]; i++)
        if (numbers[path, i] >= least && numbers[path, i] <= most)
            if (!has_row || (index(" " lines[path, i], " " row " ") && numbers[path, i] != row + 0))
                return 1
    return 0
}

# The logs that a piece of text links to, by the spaces between them.
function logs_of(text, found, link) {
    found = ""
    while (match(text, /\]\(([^)]+\.txt|[^)]*(docs|planted)\/[^)]*\.md)\)/)) {
        link = folder "/" substr(text, RSTART + 2, RLENGTH - 3)
        found = found " " link
        text = substr(text, RSTART + RLENGTH)
    }
    return found
}

function without_links_and_code(text) {
    gsub(/\]\([^)]+\)/, "]", text)
    gsub(/`[^`]*`/, " ", text)
    gsub(/"[^"]*"/, " ", text)
    gsub(/[0-9]+\.[0-9]+\.[0-9]+/, " ", text)
    return text
}

function seek(text, logs, units_only, where, micro, n, i, paths, figure, before, after, word, row, digits, whole, ok, rest) {
    n = split(logs, paths, " ")
    rest = text
    before = ""
    while (match(rest, /[0-9]+(\.[0-9]+)?(e[0-9]+)?/)) {
        figure = substr(rest, RSTART, RLENGTH)
        before = before substr(rest, 1, RSTART - 1)
        after = substr(rest, RSTART + RLENGTH)
        whole = before
        before = before figure
        rest = after
        if (whole ~ /[A-Za-z_\/^-]$/ || after ~ /^[A-Za-z_]/) # of a name
            continue
        if (whole ~ /[0-9]x$/ || after ~ /^x[0-9]/) # a shape
            continue
        if (units_only && after !~ ("^(( and| or| to) [0-9.]+)?" unit))
            continue
        word = row = ""
        if (match(whole, /[0-9]+ blocks( of [0-9x]+)?( read)?( over| about| only)? $/)) {
            row = substr(whole, RSTART, RLENGTH)
            sub(/ blocks.*/, " blocks", row)
        }
        if (whole ~ /[Aa]bout $/) word = "about"
        if (whole ~ /([Oo]ver|[Mm]ore than) $/) word = "over"
        if (whole ~ /([Ll]ess than|[Bb]elow) $/) word = "below"
        digits = figure ~ /\./ ? length(figure) - index(figure, ".") : 0
        ok = 0
        for (i = 1; i <= n; i++) {
            read_log(paths[i])
            ok = ok || in_log(paths[i], after ~ /^ KB/ ? figure * 1024 : figure + 0, digits, word, row) ||
                micro && in_log(paths[i], figure / 1000, digits + 3, word, row)
        }
        figures++
        if (!ok)
            print FILENAME ":" where ": " (word == "" ? "" : word " ") figure " is in none of:" (logs == "" ? " no log is named" : logs)
    }
}

BEGIN { unit = "(%| percent| ms| us| GB/s| cycles| hazards| microseconds| milliseconds| seconds|( wrong)? pixels)" }
# A paragraph is read as one line, since a figure and its unit may stand in two.
function end_paragraph() {
    if (paragraph != "")
        seek(without_links_and_code(paragraph), section_logs[section], 1, first_line)
    paragraph = ""
}

FNR == 1 { pass++; section = 0; table = code = 0 }
/^#/ || /^\|/ || /^    / || /^[ \t]*$/ || /^[ \t]*(-|[0-9]+\.) / { end_paragraph() }
/^#/ { section++ }
pass == 1 {
    section_logs[section] = section_logs[section] logs_of($0)
    next
}
/^    / { next } # what a program prints, and code
/^\|/ {
    n = split($0, cells, "|")
    if (!table) {
        for (i in measured)
            delete measured[i]
        for (i = 2; i < n; i++)
            if (cells[i] ~ /H[12]00|GB\/s|cycle| ms | us /)
                measured[i] = cells[i] ~ / us / ? 2 : 1
        table = 1
        next
    }
    for (i = 2; i < n; i++)
        if (i in measured) {
            logs = logs_of($0)
            seek(without_links_and_code(cells[i]), logs == "" ? section_logs[section] : logs, 0, FNR, measured[i] == 2)
        }
    next
}
{
    table = 0
    if (paragraph == "")
        first_line = FNR
    paragraph = paragraph " " $0
}
END {
    end_paragraph()
    if (!figures && !may_have_none)
        print FILENAME ": it has no figures"
}
