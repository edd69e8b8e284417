#!/bin/sh
# SPDX-License-Identifier: MIT
# right_on_gpu.sh [--seconds N] ROWS [GROUP...]: builds the programs that the tests call right with nvcc, and runs each on this
# machine's GPU. ROWS gets a head and a line for each program that is not right there: its name, its exit status (124 or
# 137: 20 s were over), and what it said. At its end, and on stdout, stands a table of the groups. What is not right side
# by side with others is run again alone; only the second run counts. After N seconds (480) nothing is started any more.
#
# A GROUP is sound, fixed (the fixed versions of the planted bugs), advice, needed, readers, conformance (what it prints is
# compared, too) or exercises (the right solutions); without any, all of them. Exit status: 0 all are right; 1 not; 77 no GPU.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 1
root=${here%/cpu_device/tests}
# shellcheck disable=SC1091 # checked by itself
. "$here/nvcc_options.sh"

# GROUP NAME SOURCE OPTION..., a program on a line
programs_of() {
    case $1 in
    fixed) (cd "$here/planted" && grep -lE '^#ifn?def FIXED' -- *.cu) | sed 's/\.cu$//; s|.*|fixed & planted/&.cu -DFIXED|' ;;
    advice) (cd "$here/advice" && echo ./*.cu) | tr ' ' '\n' |
        sed 's|^\./||; s/\.cu$//; s|.*|advice & advice/&.cu\nadvice &_fixed advice/&.cu -DFIXED|' ;;
    needed) (cd "$here/advice/needed" && echo ./*.cu) | tr ' ' '\n' | sed 's|^\./||; s/\.cu$//; s|.*|needed & advice/needed/&.cu|' ;;
    exercises) (cd "$root/tests/exercises/right" && echo ./*.cu) | tr ' ' '\n' |
        sed "s|^\./||; s/\.cu\$//; s|.*|exercises & ../../tests/exercises/right/&.cu -I$root/exercises|" ;;
    *)
        (cd "$here/$1" && echo ./*.cu) | tr ' ' '\n' | sed "s|^\./||; s/\.cu\$//; s|.*|$1 & $1/&.cu|"
        for main in "$here/$1"/*/main.cu; do
            [ -e "$main" ] || continue
            folder=${main%/main.cu}
            echo "$1 ${folder##*/} $1/${folder##*/}/main.cu $(cd "$here" && echo "$1/${folder##*/}"/*.cu | sed 's|[^ ]*/main.cu||')"
        done
        ;;
    esac
}

# compile GROUP NAME SOURCE OPTION...
compile() {
    [ "$(date +%s)" -lt "$end" ] || return 0
    cd "$here" || return 1
    group=$1 name=$2 source=$3
    shift 3
    # shellcheck disable=SC2046 # options, or nothing
    "$nvcc" -O2 -arch=native -w "$source" "$@" $(sed -n 's|^// Options: ||p' "$source") $(options_of "$source") \
        -o "$work/bin/$group/$name" >"$work/out/$group.$name.nvcc" 2>&1
}

# one GROUP NAME SOURCE...: its exit status, or 200 if it does not print what it should
one() {
    program=$work/bin/$1/$2
    [ -x "$program" ] || return 0
    [ "$(date +%s)" -lt "$end" ] || return 0
    devices=$(sed -n 's|^// Needs \([0-9]*\) devices.*|\1|p' "$here/$3")
    if [ "${devices:-1}" -gt "$gpus" ]; then
        echo skipped >"$work/status/$1.$2"
        return 0
    fi
    out=$work/out/$1.$2
    (cd "$work/run" && timeout -k 1 20 "$program") >"$out" 2>"$out.err" </dev/null
    status=$?
    [ "$status" != 0 ] || [ "$1" != conformance ] || cmp -s "$out" "$here/$1/$2.txt" || status=200
    echo "$status" >"$work/status/$1.$2"
}

# Those that are not right so far.
wrong() {
    while read -r group name rest; do
        case $(cat "$work/status/$group.$name" 2>/dev/null) in '' | 0 | 77 | skipped) ;; *) echo "$group $name $rest" ;; esac
    done <"$work/programs"
}

# What a program that is not right said: the first line that differs, or the first on stderr.
said() {
    if [ "$3" = 200 ]; then
        diff "$here/$1/$2.txt" "$work/out/$1.$2" | grep '^[<>]' | head -n 2 | tr '\n' ' '
    else
        cat "$work/out/$1.$2.err" "$work/out/$1.$2" | grep . | head -n 1
    fi | tr '\t' ' ' | cut -c -200
}

rows() {
    wrong | while read -r group name rest; do
        status=$(cat "$work/status/$group.$name")
        printf '%s/%s\t%s\t%s\n' "$group" "$name" "$status" "$(said "$group" "$name" "$status")"
    done
    while read -r group name rest; do
        [ -x "$work/bin/$group/$name" ] ||
            printf '%s/%s\tnot built\t%s\n' "$group" "$name" "$(grep -m 1 -E 'error|fatal|cannot find' "$work/out/$group.$name.nvcc" 2>/dev/null | cut -c -200)"
    done <"$work/programs"
}

table() {
    printf '%-12s %9s %6s %7s %6s %10s %8s\n' group programs built skipped right 'not right' 'not run'
    cut -d ' ' -f 1 "$work/programs" | uniq | while read -r group; do
        all=$(grep -c "^$group " "$work/programs")
        built=$(find "$work/bin/$group" -type f | wc -l)
        skipped=$(find "$work/status" -name "$group.*" -exec grep -lE '^(skipped|77)$' {} + | wc -l)
        right=$(find "$work/status" -name "$group.*" -exec grep -lx 0 {} + | wc -l)
        done=$(find "$work/status" -name "$group.*" | wc -l)
        printf '%-12s %9d %6d %7d %6d %10d %8d\n' "$group" "$all" "$built" "$skipped" "$right" $((done - skipped - right)) $((built - done))
    done
}

case ${1:-} in
--compile) shift && compile "$@"
    exit 0 ;;
--one) shift && one "$@"
    exit 0 ;;
esac
seconds=480
[ "${1:-}" != --seconds ] || { seconds=$2 && shift 2; }
[ $# -ge 1 ] || {
    sed -n 's/^# right_on_gpu.sh/usage: right_on_gpu.sh/p' "$0" >&2
    exit 2
}
PATH=$PATH:/usr/local/cuda/bin
nvcc=$(command -v nvcc)
gpus=$(nvidia-smi -L 2>/dev/null | grep -c GPU)
if [ -z "$nvcc" ] || [ "$gpus" = 0 ]; then
    echo "right_on_gpu.sh: it needs nvcc and a GPU" >&2
    exit 77
fi
rows=$1
shift
[ $# -gt 0 ] || set -- sound fixed advice needed readers conformance exercises
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
end=$(($(date +%s) + seconds))
export work nvcc gpus end PATH
mkdir "$work/bin" "$work/out" "$work/status" "$work/run" || exit 1
for group in "$@"; do
    mkdir "$work/bin/$group" || exit 1
    programs_of "$group"
done | sed 's/ *$//' | tee "$work/programs" | awk '{ print length($0) % 7, $0 }' | sort | cut -d ' ' -f 2- |
    xargs -P "$(nproc)" -L 1 sh "$here/right_on_gpu.sh" --compile
echo "right_on_gpu.sh: built $(find "$work/bin" -type f | wc -l) of $(wc -l <"$work/programs") programs, $((end - $(date +%s))) s are left" >&2
xargs -P 8 -L 1 sh "$here/right_on_gpu.sh" --one <"$work/programs"
wrong >"$work/again"
xargs -r -P 1 -L 1 sh "$here/right_on_gpu.sh" --one <"$work/again"
{
    echo "# command:  right_on_gpu.sh $*"
    echo "# date:     $(date -u +%Y-%m-%d)"
    echo "# source:   ${SOURCE:-$(git -C "$here" rev-parse --short HEAD 2>/dev/null || echo unknown)}"
    echo "# GPU:      $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1)"
    echo "# toolkit:  $("$nvcc" --version | sed -n 's/^Cuda compilation tools, //p')"
    rows
    table
} >"$rows"
table
[ -z "$(wrong)" ]
