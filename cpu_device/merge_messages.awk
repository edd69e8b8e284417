# SPDX-License-Identifier: MIT
# merge_messages.awk KERNELS DEVICE HOST: what the compiler said in the two passes over a file, each message once. A message
# goes from the line that names its place to the next such line. KERNELS has a line "FIRST LAST NAME FILE" for each kernel,
# whose body is a lambda to the compiler. The compiler's colours are kept.
function kernel_at(place,   line, k) {
    if (!match(place, /:[0-9]+:/))
        return ""
    line = substr(place, RSTART + 1) + 0
    for (k in first)
        if (substr(place, 1, RSTART - 1) == file[k] && line >= first[k] && line <= last[k])
            return name[k]
    return ""
}
function finish(   kernel) {
    if (message != "" && !(message in said) && message !~ /used but never defined/) {
        said[message]
        gsub(/::<lambda\(\)> mutable/, "", message)
        kernel = kernel_at(place)
        if (kernel != "")
            gsub(/In lambda function:/, "In kernel " kernel ":", context)
        if (context != shown)
            printf "%s", context
        shown = context
        printf "%s", message
    }
    message = ""
}
FILENAME == ARGV[1] {
    first[FNR] = $1
    last[FNR] = $2
    name[FNR] = $3
    file[FNR] = substr($0, length($1 " " $2 " " $3 " ") + 1)
    next
}
{
    plain = $0
    gsub(/\033\[[0-9;]*[mK]/, "", plain)
}
# In function 'f': / In file included from ...: what the next messages stand in.
plain ~ /^[^ ].*: In .*:$/ || plain ~ /^(In file included|In function| +from| +inlined from) / ||
plain ~ /: (At global scope|In instantiation of)/ {
    if (message != "" || FNR == 1) {
        finish()
        context = ""
    }
    context = context $0 "\n"
    next
}
plain ~ /^[^ ].*: (warning|error|fatal error): / || FNR == 1 {
    finish()
    place = plain
}
{ message = message $0 "\n" }
END { finish() }
