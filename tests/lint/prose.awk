# SPDX-License-Identifier: MIT
# prose.awk: reads texts (Markdown, or the comments of a .cu file) and prints FILE PATTERN: SENTENCE for each sentence that
# has a pattern of a translated or unclear text. Code, quotes of programs and addresses of links do not count.

# The word or words W of a regular expression, as a whole.
function has(w) {
    return sentence ~ ("(^|[^a-z])(" w ")($|[^a-z])")
}

function found(pattern) {
    print name " " pattern ": " sentence
}

function judge(copy, whats) {
    gsub(/^ +| +$/, "", sentence)
    if (sentence == "")
        return
    if (has("(is|are|was|were|be|been) (there|here)"))
        found("there")
    if (sentence ~ /, for (it|they|its|he|nobody|whoever|no) /)
        found("for")
    if (has("nobody|somebody|anybody|everybody|whoever"))
        found("person")
    if (sentence ~ /(, too|, either|all the same|likewise|besides)$/)
        found("ending")
    if (sentence ~ /(^|[^a-z])(of|for|in|with|to|on|from) (that|those|which)$/)
        found("pronoun")
    if (has("as told|as ever") || sentence ~ /[^a-z]as many$/)
        found("as")
    copy = sentence
    gsub(/ (for|as|of|in|to|at|from|bytes) an? /, " ", copy)
    if (copy ~ /(^|[^a-z])(one|two|four|eight|[0-9]+) [a-z]+ an? (row|column|warp|block|multiprocessor|round|second|launch|line)($|[^a-z-])/)
        found("per")
    if (has("asks? of (the )?memory|mended|behind the (loop|barrier|store|kernel|fence|copy)|for ever"))
        found("style")
    copy = sentence
    whats = gsub(/(^|[^a-z])what[^a-z]/, "", copy)
    if (whats > 1)
        found("what")
}

# The sentences of a paragraph, a cell or an item.
function paragraph(n, i, parts) {
    text = tolower(text)
    gsub(/`[^`]*`/, "x", text)
    gsub(/\]\([^)]*\)/, "]", text)
    gsub(/[*_]/, "", text)
    gsub(/[ \t]+/, " ", text)
    n = split(text, parts, /[.;:?!] |[.;:?!]$|[.;:?!][)"]/)
    for (i = 1; i <= n; i++) {
        sentence = parts[i]
        judge()
    }
    text = ""
}

FNR == 1 {
    paragraph()
    name = FILENAME
    sub(/^\.\//, "", name)
    fenced = 0
}
name ~ /\.cu$/ {
    if ($0 !~ /^ *\/\/ / || $0 ~ /^ *\/\/  +/) {
        paragraph()
        next
    }
    sub(/^ *\/\/ /, "")
}
name ~ /\.md$/ && /^ *```/ { fenced = !fenced }
name ~ /\.md$/ && (fenced || /^    / || /^ *```/ || /^<!--/ || /^$/ || /^#/) {
    paragraph()
    if (/^#/) {
        text = $0
        paragraph()
    }
    next
}
/^\|/ {
    paragraph()
    cells = split($0, cell, / *\| */)
    for (c = 2; c < cells; c++) {
        text = cell[c]
        paragraph()
    }
    next
}
/^ *[-*] |^ *[0-9]+\. / { paragraph() }
{ text = text " " $0 }
END { paragraph() }
