#!/bin/sh
# SPDX-License-Identifier: MIT
# table.sh CUCC [PROGRAM...]: compiles the programs with nvcc and with CUCC, runs them with the checks on and off, and
# writes the table of README.md. With names of programs, only these are measured; the other rows stay.
set -u
cd "$(dirname "$0")" || exit 1
cucc=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -e README.md ] && grep '^| \[' README.md >"$work/old"
touch "$work/old"

yes_no() {
    if [ "$1" = 0 ]; then echo yes; else echo '**no**'; fi
}

# seconds COMMAND...: prints how long it takes; its status is kept in the file `status`.
seconds() {
    begin=$(date +%s%N)
    "$@" >"$work/log" 2>&1
    echo $? >"$work/status"
    end=$(date +%s%N)
    echo "$begin $end" | awk '{printf "%.2f", ($2 - $1) / 1e9}'
}

# What the head of the source says after such a word, up to the next word.
head_of() {
    awk -v word="^// $1: " '!/^\/\/ / { exit } /^\/\/ [A-Za-z_0-9.]*: / { inside = $0 ~ word && !done }
        inside { sub(word, ""); sub("^// ", ""); printf "%s%s", done ? " " : "", $0; done = 1 }' "$source" | sed 's/|/\\|/g'
}

line() {
    name=$1
    source=$name.cu files=$name.cu link="$name.cu"
    [ ! -d "$name" ] || { source=$name/main.cu && files=$(echo "$name"/*.cu) && link="$name/"; }
    topic=$(head_of '[a-z_0-9.]*')
    feature=$(head_of Feature)
    options=$(sed -n 's/^\/\/ Options: //p' "$source")
    ! grep -q '^#include <nvrtc.h>' "$source" || options="$options -lnvrtc"
    for library in cublas_v2:cublas curand:curand cusolverDn:cusolver cusparse:cusparse; do
        ! grep -q "^#include <${library%:*}.h>" "$source" || options="$options -l${library#*:}"
    done
    # shellcheck disable=SC2086 # lists
    nvcc -arch=sm_90 -std=c++17 $options $files -o "$work/gpu" -lcuda >/dev/null 2>&1
    on_nvcc=$(yes_no $?)
    # shellcheck disable=SC2086
    "$cucc" -std=c++17 $options $files -o "$work/cpu" >/dev/null 2>&1
    compiled=$?
    on=- off=- verified='**no**' said=-
    if [ $compiled = 0 ]; then
        off=$(CPU_DEVICE_CHECKS=off seconds "$work/cpu")
        on=$(seconds "$work/cpu")
        verified=$(yes_no "$(cat "$work/status")")
        said=$(grep -c -E '^========= (Error|Warning)' "$work/log")
    fi
    echo "| [$name]($link) | $topic | $feature | $on_nvcc | $(yes_no $compiled) | $verified | $on | $off | $said |"
}

for name in *.cu */main.cu; do
    name=${name%/main.cu}
    name=${name%.cu}
    case " $* " in
    '  ' | *" $name "*) line "$name" ;;
    *) grep "^| \[$name\]" "$work/old" ;;
    esac
done >"$work/lines"
{
    cat <<'END'
# Programs as readers type them

These programs are written as books, courses, samples and forum answers write them: with their error macros, helpers and
habits, and at their sizes. Each compiles from unchanged source with nvcc and with cucc, verifies its own result, and
must get no report. The times are seconds of the whole program, with cucc's default optimization and with the checks on
and off. `table.sh` made the table, on two cores that were also doing other work.

| program | topic | feature | nvcc 13 | cucc | verified | checks on | off | reports |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
END
    cat "$work/lines"
} >README.md
