# SPDX-License-Identifier: MIT
# The sizes of functions and classes, by the layout that clang-format gives them: a body begins with a brace on a line of
# its own, and ends with a brace at the same indentation. One line for each that is over its limit: its size, what it is,
# its name and its file. A function's size is its lines, without the lines of its declaration; a class's is its fields and
# methods, each counted once, without constants and the types that it declares.
function report(size, what, name) { print size, what, name, FILENAME }

# The name of a declared function, of a type.
function function_of(declaration)
{
    sub(/\(.*/, "", declaration)
    sub(/.*[ *&~]/, "", declaration)
    return declaration
}
function type_of(declaration)
{
    gsub(/\[\[[^]]*\]\]|template <.*> |(class|struct|union) | final.*| :.*|[{}]/, "", declaration)
    gsub(/ /, "", declaration)
    return declaration == "" ? "unnamed" : declaration
}

# How many fields and methods a declaration in a class has.
function members_of(declaration)
{
    if (declaration ~ /^(using|friend|static_assert|static constexpr|enum|(class|struct|union) [a-z_]+;)/)
        return 0
    if (declaration ~ /^[^={]*\(/)
        return 1
    while (gsub(/<[^<>]*>|{[^{}]*}|\([^()]*\)/, "", declaration))
        ;
    return gsub(/,/, "", declaration) + 1
}

function ends(declaration)
{
    if (depth > 0)
        members[depth] += members_of(declaration)
    statement = ""
}

function opens(declaration)
{
    statement = ""
    if (declaration ~ /^(namespace|extern "C")/)
        return
    sub(/alignas\([^)]*\) /, "", declaration)
    if (declaration ~ /^(template <.*> )?(class|struct|union)( |$)/ && declaration !~ /[(=]/) {
        indentation[++depth] = indent
        names[depth] = type_of(declaration)
        members[depth] = 0
        return
    }
    body = declaration ~ /\(/ && declaration !~ /= *{$/ && declaration !~ /^enum/ ? function_of(declaration) : " "
    body_indent = indent
    body_begins = FNR
    body_of = declaration
}

FNR == 1 { depth = 0; statement = body = ""; in_macro = 0 }
in_macro || /^ *#/ { in_macro = /\\$/; next }
{
    match($0, /^ */)
    indent = RLENGTH
    text = substr($0, indent + 1)
    if (text !~ /"/)
        sub(/ *\/\/.*/, "", text)
}
body != "" { # only its end is of interest
    if (indent != body_indent || text !~ /^}/)
        next
    if (body != " " && FNR - body_begins - 1 > most_lines)
        report(FNR - body_begins - 1, "function", body)
    if (body == " ")
        ends(body_of text)
    else
        ends(body_of)
    body = ""
    next
}
text == "" || text ~ /^\/[\/*]|^(public|private|protected):/ { next }
depth > 0 && indent == indentation[depth] && text ~ /^}/ {
    if (members[depth] > most_members)
        report(members[depth], "class", names[depth])
    --depth
    if (text != "};")
        ends(substr(text, 2))
    next
}
text ~ /^}/ { statement = ""; next } # of a namespace
{
    statement = statement (statement == "" ? "" : " ") text
    if (text ~ /{$/)
        opens(statement)
    else if (text ~ /[;}]$/)
        ends(statement)
}
