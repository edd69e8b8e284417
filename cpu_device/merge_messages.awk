# SPDX-License-Identifier: MIT
# merge_messages.awk KERNELS DEVICE HOST: what the compiler said in the two passes over a file, each message once. A message
# goes from the line that names its place to the next such line. KERNELS has a line "FIRST LAST NAME FILE" for each kernel,
# whose body is a lambda to the compiler.
function kernel_at(place,   part, k) {
    for (k in first)
        if (match(place, /:[0-9]+:/) && substr(place, 1, RSTART - 1) == file[k]) {
            part = substr(place, RSTART + 1) + 0
            if (part >= first[k] && part <= last[k])
                return name[k]
        }
    return ""
}
function finish() {
    if (message != "" && !(message in said) && message !~ /used but never defined/) {
        gsub(/::<lambda\(\)> mutable/, "", message)
        kernel = kernel_at(message)
        if (kernel != "")
            gsub(/In lambda function:/, "In kernel " kernel ":", context)
        if (context != shown)
            printf "%s", context
        shown = context
        printf "%s", message
    }
    said[message]
    message = ""
}
FILENAME == ARGV[1] {
    first[FNR] = $1
    last[FNR] = $2
    name[FNR] = $3
    file[FNR] = substr($0, length($1 " " $2 " " $3 " ") + 1)
    next
}
# In function 'f': / In file included from ...: what the next messages stand in.
/^[^ ].*: In .*:$/ || /^(In file included|In function| +from| +inlined from) / || /: (At global scope|In instantiation of)/ {
    if (message != "" || FNR == 1) {
        finish()
        context = ""
    }
    context = context $0 "\n"
    next
}
/^[^ ].*: (\033\[[0-9;]*[mK])*(warning|error|fatal error): / || FNR == 1 { finish() }
{ message = message $0 "\n" }
END { finish() }
