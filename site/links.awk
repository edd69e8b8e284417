# SPDX-License-Identifier: MIT
# awk -f links.awk -v from=PATH -v language=en|zh -v wanted=FILE THERE TEXT: TEXT, which the repository has as PATH, for the site.
# THERE lists the repository's files and folders, and what else the English site has at its root.
#
# Links lead to where the site has these files: a text in the other language to its page in that language's site, a lesson
# or an exercise to a page of its own (PATH.md), a picture to itself, any other file to a copy, PATH.txt. What the English site
# must have besides the texts is appended to the file `wanted`. Where a paragraph names `./run show NAME` and that launch has a
# page, the page opens after it.

function way_up(path,    ways) {
    while (sub(/[^\/]*\//, "", path))
        ways = ways "../"
    return ways
}

# PATH, as it stands in the text, from the repository's root on; "" if it leads out of it.
function resolve(path,    parts, n, i, m, kept, result) {
    path = path ~ /^\// ? path : folder path
    n = split(path, parts, "/")
    for (i = 1; i <= n; i++)
        if (parts[i] == "..") {
            if (--m < 0) return ""
        } else if (parts[i] != "" && parts[i] != ".") kept[++m] = parts[i]
    for (i = 1; i <= m; i++)
        result = result (i > 1 ? "/" : "") kept[i]
    return result
}

# The page of the text X.md: that of a README is index.html.
function page(path) {
    sub(/\.md$/, ".html", path)
    return path ~ /(^|\/)README\.html$/ ? substr(path, 1, length(path) - 11) "index.html" : path
}

function link(target,    mark, path, chinese, english) { # changes RSTART and RLENGTH
    if (target ~ /^([a-z]+:|#)/)
        return target
    if (match(target, /#/)) {
        mark = substr(target, RSTART)
        target = substr(target, 1, RSTART - 1)
    }
    path = resolve(target)
    if (!(path in there))
        return target mark
    if ((path "/README.md") in there)
        path = path "/README.md"
    if (path ~ /\.md$/) {
        chinese = sub(/\.zh-CN\.md$/, ".md", path)
        sub(/^README\.md$/, "overview.md", path)
        if (chinese == (language == "zh"))
            return up path mark
        return up (chinese ? "zh/" : "../") page(path) mark
    }
    english = language == "zh" ? up "../" : up
    if (path ~ /^(trace-|playground\/)/)
        return english path mark
    print path >>wanted
    sub(/^\./, "", path)
    if (path ~ /\.(png|svg)$/)
        return english path
    if (path ~ /^(chapter05|modern|gpus|exercises)\/[a-z0-9_]*\.cu$/)
        return english path (language == "zh" ? ".html" : ".md") mark
    return english path (path ~ /\.txt$/ ? "" : ".txt")
}

# TEXT with its links changed. A link is ](TARGET).
function with_links(text,    result, target) {
    while (match(text, /\]\([^() ]*\)/)) {
        result = result substr(text, 1, RSTART + 1)
        target = substr(text, RSTART + 2, RLENGTH - 3)
        text = substr(text, RSTART + RLENGTH)
        result = result link(target) ")"
    }
    return result text
}

function end_of_paragraph(    name, address) {
    if (match(paragraph, /`\.\/run show [a-z0-9_]+/)) {
        name = substr(paragraph, RSTART + 12, RLENGTH - 12)
        address = up (language == "zh" ? "../" : "") "trace-" name ".html"
        if (("trace-" name ".html") in there)
            printf "\n<details class=\"launch\"><summary>%s</summary><iframe loading=\"lazy\" src=\"%s#lecture&amp;play\" title=\"%s\"></iframe><p><a href=\"%s\">%s</a></p></details>\n", language == "zh" ? "在这里逐步观看 " name : "Watch " name " here, step by step", address, name, address, language == "zh" ? "在单独的窗口里打开" : "Open it in a window of its own"
    }
    paragraph = ""
}

BEGIN {
    folder = from
    sub(/[^\/]*$/, "", folder)
    up = way_up(from)
}
FNR == 1 { ++files }
files == 1 { there[$0] = 1; next }
/^```/ { fenced = !fenced }
/^ *$/ { end_of_paragraph() }
/^[^ |#]/ { paragraph = paragraph " " $0 }
{
    sub(/<details>/, "<details markdown=\"1\">")
    print fenced || /^    / ? $0 : with_links($0)
}
END { end_of_paragraph() }
