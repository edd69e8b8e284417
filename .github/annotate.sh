#!/bin/sh
# SPDX-License-Identifier: MIT
# annotate.sh [--seeds N] [--timeout SECONDS] [--arguments WORDS] [--options WORDS] [PATTERN...]: judges CUDA programs, as
# action.yml does, in the folder where it is called: a repository. Each file that a PATTERN matches (*.cu; * stands for slashes
# too, and an argument may be several patterns, a line each) is compiled by cucc with the OPTIONS, and run with the ARGUMENTS
# and N orders of the warps (3), each for so many SECONDS at most (60). What the compiler and the device report becomes
# annotations at source lines, as GitHub's workflow commands on standard output, and a table in $GITHUB_STEP_SUMMARY. CUCC
# names another cucc than the one here.
# Exit status: 0 if no file has an error, 1 if one has, 2 if nothing can be judged.
set -uf
here=$(realpath -- "$0") && here=${here%/*}
cucc=${CUCC:-$here/../cpu_device/cucc}
seeds=3 limit=60 arguments='' options=''

die() {
    printf '::error::annotate: %s\n' "$*" | sed 's/%/%25/g'
    exit 2
}

number() {
    case $2 in '' | 0* | *[!0-9]*) die "$1 is a whole number of 1 or more, not '$2'" ;; esac
}
while [ $# -gt 0 ]; do
    case $1 in
    --seeds | --timeout | --arguments | --options) [ $# -gt 1 ] || die "$1 needs a value" ;;
    esac
    case $1 in
    --seeds) number seeds "$2" && seeds=$2 && shift ;;
    --timeout) number timeout "$2" && limit=$2 && shift ;;
    --arguments) arguments=$2 && shift ;;
    --options) options=$2 && shift ;;
    -*) die "unknown option $1" ;;
    *) break ;;
    esac
    shift
done
[ $# -gt 0 ] || set -- '*.cu'

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
# A name with a newline or another control character is left out, and said: it could pass for a line of its own.
failed=0 passed=0
LC_ALL=C find . -name .git -prune -o -type f ! -path '*[[:cntrl:]]*' -print | sed 's|^\./||' | LC_ALL=C sort >"$work/all"
[ -z "$(LC_ALL=C find . -name .git -prune -o -type f -path '*[[:cntrl:]]*' -name '*.cu' -print)" ] || {
    echo '::error::annotate: a .cu file whose name has control characters is not judged'
    failed=1
}
: >"$work/chosen"
printf '%s\n' "$@" | sed 's/^[[:space:]]*//; s/[[:space:]]*$//; s|^\./||' | grep . >"$work/patterns" || die "no file is asked for"
while IFS= read -r pattern; do
    while IFS= read -r file; do
        # shellcheck disable=SC2254 # it is a pattern
        case $file in $pattern) printf '%s\n' "$file" ;; esac
    done <"$work/all" >"$work/matched"
    [ -s "$work/matched" ] || die "no file here matches $pattern"
    cat "$work/matched" >>"$work/chosen"
done <"$work/patterns"
awk '!seen[$0]++' "$work/chosen" >"$work/files"

# What awk's programs have in common. A finding is a line of LEVEL, FILE, LINE, TITLE and MESSAGE, with tabs between.
# shellcheck disable=SC2016 # awk's own
functions='
BEGIN {
    file = ENVIRON["FILE"]
    here = ENVIRON["FOLDER"]
}
function data(text) {
    gsub(/%/, "%25", text)
    gsub(/\r/, "%0D", text)
    gsub(/\n/, "%0A", text)
    return text
}
function property(text) {
    text = data(text)
    gsub(/:/, "%3A", text)
    gsub(/,/, "%2C", text)
    return text
}
function cell(text) {
    gsub(/[]\\|*_<>`[]/, "\\\\&", text)
    return text
}
function finding(level, path, line, title, message) {
    gsub(/\t/, " ", message)
    printf "%s\t%s\t%s\t%s\t%s\n", level, path, line, title, data(message)
}
# a path as the repository has it, or nothing if it is elsewhere
function within(path,    part, count, i, kept, result) {
    if (index(path, here "/") == 1)
        path = substr(path, length(here) + 2)
    if (path ~ /^\//)
        return ""
    count = split(path, part, "/")
    kept = 0
    for (i = 1; i <= count; ++i)
        if (part[i] == ".." && !kept)
            return ""
        else if (part[i] == "..")
            --kept
        else if (part[i] != "." && part[i] != "")
            part[++kept] = part[i]
    result = part[1]
    for (i = 2; i <= kept; ++i)
        result = result "/" part[i]
    return result
}'
# finds PROGRAM [INPUT]: appends to what was found in $file.
finds() {
    program=$1
    shift
    FILE=$file FOLDER=$PWD NAMES=$work/names awk "$functions$program" "$@" </dev/null >>"$work/found"
}

# From the messages of the compiler and the linker. What is wrong in a header elsewhere gets the line here that includes or
# needs it.
# shellcheck disable=SC2016
from_compiler='
function at(text,    line) { # "PATH:LINE...": sets place and place_line, if the path is here
    if (!match(text, /:[0-9]+/))
        return
    line = substr(text, RSTART + 1, RLENGTH - 1)
    text = within(substr(text, 1, RSTART - 1))
    if (text != "") {
        place = text
        place_line = line
    }
}
/^In file included from / { place = ""; at(substr($0, 23)); next }
/^ +from / { if (place == "") { sub(/^ +from /, ""); at($0) } next }
/:[0-9]+:   +required / { at($0); next }
match($0, /:[0-9]+(:[0-9]+)?: (fatal error|error|warning): /) {
    text = substr($0, RSTART + RLENGTH)
    level = substr($0, RSTART, RLENGTH) ~ /warning/ ? "warning" : "error"
    path = within(substr($0, 1, RSTART - 1))
    line = substr($0, RSTART + 1)
    line = substr(line, 1, index(line, ":") - 1)
    if (path == "") {
        path = place == "" ? file : place
        line = place == "" ? "" : place_line
    }
    if (!seen[level, path, line, text]++)
        finding(level, path, line, level == "error" ? "does not compile" : "warning of the compiler", text)
    next
}
/: undefined reference to / && !/undefined reference to .main.$/ { # at a line, if the linker knows it
    place = ""
    if (match($0, /:[0-9]+: undefined reference to /))
        at($0)
    text = $0
    sub(/.*: undefined reference to /, "undefined reference to ", text)
    if (!seen[place, place_line, text]++)
        finding("error", place == "" ? file : place, place == "" ? "" : place_line, "does not compile", text)
}
/undefined reference to .main.$/ {
    finding("error", file, "", "does not compile", "There is no main() in it. If it is a part of another program, leave it out: by files, an input of the action.")
}'

# From the reports of the device: a line "seed N", then what the program with this order of the warps printed. Reports name
# files without their folders. A report of another order is new if it has no place in common with an earlier one of its kind.
# shellcheck disable=SC2016
from_device='
BEGIN {
    while ((getline line <ENVIRON["NAMES"]) > 0) {
        path = within(line)
        base = path
        sub(/.*\//, "", base)
        if (path != "" && !(base in paths))
            paths[base] = path
    }
}
# the first place in a line, "NAME:LINE" behind a blank or a slash: sets where and where_line
function look(text,    base, at, from, rest, nearest) {
    where = ""
    for (base in paths)
        for (from = 1; (at = index(substr(text, from), base ":")) > 0; from = at + 1) {
            at += from - 1
            rest = substr(text, at + length(base) + 1)
            if (nearest && at > nearest || substr(" " text, at, 1) !~ /[ \/]/ || !match(rest, /^[0-9]+/))
                continue
            nearest = at
            where = paths[base]
            where_line = substr(rest, 1, RLENGTH)
        }
    return where != ""
}
# Its place is the first at which something is done; if there is none, the first where something was made or launched.
function end_report(    i, own, path, line, other, other_line, known, text) {
    if (title == "")
        return
    path = line = other = other_line = ""
    known = 0
    for (i = 1; i <= lines; ++i) {
        text = text (i > 1 ? "\n" : "") report[i]
        own = report[i]
        gsub(/(from [A-Za-z0-9]+( in a kernel)?|freed|launch|launched) at /, "&@", own)
        if (look(own)) {
            if (path == "") {
                path = where
                line = where_line
            }
            if (is_known(where ":" where_line))
                known = 1
        } else if (other == "" && look(report[i])) {
            other = where
            other_line = where_line
        }
    }
    if (path == "") {
        path = other
        line = other_line
        known = is_known(path ":" line)
    }
    if (!known)
        finding(level, path == "" ? file : path, line, title, text)
    title = ""
}
function is_known(place) {
    if (!((title, place) in first))
        first[title, place] = seed
    return first[title, place] < seed
}
/^\001seed / { end_report(); seed = $2; next }
/^========= (Error|Warning): / {
    end_report()
    level = $2 == "Error:" ? "error" : "warning"
    title = $0
    sub(/^========= [A-Za-z]*: /, "", title)
    lines = 0
    next
}
/^=========     / { report[++lines] = substr($0, 15); next }
{ end_report() }
END { end_report() }'

# says TITLE MESSAGE: an error for what neither the compiler nor the device has a report of, at no line.
says() {
    # shellcheck disable=SC2016
    TITLE=$1 MESSAGE=$2 finds 'BEGIN { finding("error", file, "", ENVIRON["TITLE"], ENVIRON["MESSAGE"]) }'
}

# The last lines of what a program has printed, none of which may be taken for a workflow command.
printed() {
    [ -s "$1" ] || return 0
    echo "::stop-commands::$token"
    tail -n 100 "$1" | tail -c 100000 | tr -d '\000-\010\013-\037' | awk 1
    echo "::$token::"
}
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')

# compiles: whether there is a $work/program then.
compiles() {
    rm -f "$work/program" "$work/dependencies"
    case $file in -*) source=./$file ;; *) source=$file ;; esac
    # shellcheck disable=SC2086 # words
    timeout -k 5 300 "$cucc" -MD -MF "$work/dependencies" "$source" $options -o "$work/program" >"$work/log" 2>&1 </dev/null
    result=$?
    printed "$work/log"
    finds "$from_compiler" "$work/log"
    case $result in
    0) return ;;
    124 | 137) says 'does not compile' 'The compiler takes longer than 300 seconds.' ;;
    *) grep -q '^error' "$work/found" || says 'does not compile' "$(tail -n 20 "$work/log")" ;;
    esac
    return 1
}

# What a program is run by: without the files in which GitHub takes commands, and, where the kernel lets it, in a namespace
# of processes of its own, so that it finds no other's output in /proc. The shell there is process 1, which signals spare.
alone='env -u GITHUB_STEP_SUMMARY -u GITHUB_OUTPUT -u GITHUB_ENV -u GITHUB_PATH -u GITHUB_STATE'
cat >"$work/first" <<'END' || exit 2
#!/bin/sh
"$@"
exit $?
END
chmod +x "$work/first"
hidden="unshare -U --map-current-user -p -f --kill-child --mount-proc $work/first"
$hidden true 2>/dev/null || hidden=

# runs: the program, with each order of the warps. A run that goes wrong without a report of the device is the last.
runs() {
    # what it was made of, a path a line, the file itself first
    {
        printf '%s\n' "$file"
        sed '1s/^[^:]*: *//; s/\\$//; s/\\ /\t/g' "$work/dependencies" | tr -s ' ' '\n' | tr '\t' ' '
    } >"$work/names"
    seed=0
    : >"$work/reports"
    : >"$work/before"
    while [ $seed -lt "$seeds" ]; do
        begin=$(date +%s)
        # files of 64 MiB at most, so that no endless output fills the disk
        # shellcheck disable=SC2086 # words
        {
            (ulimit -f 131072 && CPU_DEVICE_SEED=$seed exec $alone timeout -k 5 "$limit" $hidden "$work/program" $arguments) \
                >"$work/out" 2>"$work/err" </dev/null
            result=$? seconds=$(($(date +%s) - begin))
        } 2>/dev/null # where the shell itself says what a program has died of
        { printf '\001seed %d\n' $seed && tr -d '\001' <"$work/err"; } >>"$work/reports"
        cat "$work/out" "$work/err" >"$work/now"
        cmp -s "$work/now" "$work/before" || {
            echo "CPU_DEVICE_SEED=$seed: exit status $result"
            printed "$work/out"
            printed "$work/err"
            mv "$work/now" "$work/before"
        }
        said=$(tail -n 5 "$work/err")
        case $result in
        0) ;;
        124 | 137)
            if [ $seconds -ge "$limit" ]; then
                says 'takes too long' "With CPU_DEVICE_SEED=$seed it had not ended after $limit seconds."
            else
                says 'was killed' "With CPU_DEVICE_SEED=$seed; it may have taken all memory."
            fi
            break
            ;;
        153)
            says 'writes too much' 'It writes more than 64 MiB.'
            break
            ;;
        *)
            grep -q '^========= Error: ' "$work/err" || {
                why="status $result"
                [ $result -le 128 ] || why="signal $(kill -l "$result" 2>/dev/null || echo $((result - 128)))"
                says "ends with $why" "With CPU_DEVICE_SEED=$seed.${said:+
$said}"
                break
            }
            ;;
        esac
        seed=$((seed + 1))
    done
    finds "$from_device" "$work/reports"
}

echo '::group::the CUDA device on the CPU'
"$cucc" --build 2>&1 || die "the CUDA device cannot be built"
echo '::endgroup::'

: >"$work/table"
while IFS= read -r file; do
    : >"$work/found"
    printf '::group::%s\n' "$file" | sed 's/%/%25/g'
    compiles && runs
    echo '::endgroup::'
    # the messages are escaped already
    # shellcheck disable=SC2016
    awk -F '\t' "$functions"'
        {
            printf "::%s file=%s%s,title=%s::%s\n", $1, property($2), $3 == "" ? "" : ",line=" $3, property($4), $5
        }' "$work/found"
    if grep -q '^error' "$work/found"; then
        failed=$((failed + 1))
    else
        passed=$((passed + 1))
        printf 'passed\t%s\t\t%d orders of the warps\t\n' "$file" "$seeds" >>"$work/found"
    fi
    # the first line of each message
    # shellcheck disable=SC2016
    awk -F '\t' "$functions"'
        {
            sub(/(%0D)*%0A.*/, "", $5)
            gsub(/%25/, "%", $5)
            printf "| %s | %s | %s: %s%s |\n", cell($2), $3, $1, cell($4), $5 == "" ? "" : ": " cell($5)
        }' "$work/found" >>"$work/table"
done <"$work/files"

if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    {
        printf '### CUDA files: %d passed, %d failed\n\n' $passed $failed
        printf '| file | line | |\n| --- | --- | --- |\n'
        cat "$work/table"
    } >>"$GITHUB_STEP_SUMMARY"
fi
echo "CUDA files: $passed passed, $failed failed"
[ $failed = 0 ]
