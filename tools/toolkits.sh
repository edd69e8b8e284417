#!/bin/sh
# SPDX-License-Identifier: MIT
# toolkits.sh [-k PATTERN] FOLDER...: builds and runs the programs that include libcu++, Thrust or CUB, with the headers of each
# FOLDER, and prints a table. A FOLDER is a CUDA toolkit, or looks like one: it has include/cccl/cuda, or include/cuda as before
# CUDA 13. -k takes only programs whose path contains PATTERN, a basic regular expression.
#   c   compiles, and says what it says with the first FOLDER: the same status and the same headlines; and prints what is in the
#       text file beside it, if there is one
#   d   compiles, and says something else
#   -   is not there: one line says that the release has not got it
#   F   does not compile
# Exit status: 0 all are c or -; 1 not; 2 wrong usage.
set -u
root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
pattern=
if [ "${1:-}" = -k ]; then
    pattern=${2:-}
    shift 2
fi
[ $# -gt 0 ] || {
    echo "usage: toolkits.sh [-k PATTERN] FOLDER..." >&2
    exit 2
}
cd "$root" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# judge HOME FOLDER SOURCE: what comes of the program, in FOLDER/SOURCE.
cat >"$work/judge" <<'JUDGE'
name=$(echo "$3" | tr / +)
to=$2/$name
options=$(sed -n 's,^// Compiled with: ,,p' "$3")
# shellcheck disable=SC2086 # options, or nothing
if ! CUDA_HOME=$1 timeout 300 cpu_device/cucc -O2 -w -Iexercises $options "$3" -o "$to.program" >"$to.log" 2>&1; then
    grep -q 'with which the CPU device was not tested' "$to.log" && echo - >"$to" || echo F >"$to"
    exit 0
fi
CPU_DEVICE_CORES=1 timeout 60 "$to.program" >"$to.out" 2>"$to.said" </dev/null
{
    echo "status $?"
    sed -n 's/^=* *\(Error\|Warning\): /\1: /p' "$to.said" | sort -u
} >"$to.findings"
letter=c
[ ! -e "${3%.cu}.txt" ] || cmp -s "${3%.cu}.txt" "$to.out" || letter=d
echo $letter >"$to"
rm -f "$to.program"
JUDGE

grep -lE '^# *include <(cuda|thrust|cub)/' modern/*.cu cpu_device/tests/*/*.cu cpu_device/tests/*/*/*.cu tests/exercises/*/*.cu \
    2>/dev/null | grep -v /not_found/ | grep -- "$pattern" >"$work/programs"
number=0
for folder; do
    number=$((number + 1))
    mkdir "$work/$number"
    xargs -P "${JOBS:-2}" -n 1 sh "$work/judge" "$folder" "$work/$number" <"$work/programs"
    echo "$folder" >>"$work/folders"
done

# release HOME: the release of libcu++ there, as 3.0.1.
release() {
    cat "$1"/include/cccl/cuda/std/__cccl/version.h "$1"/include/cuda/std/__cccl/version.h "$1"/include/cuda/std/detail/__config \
        2>/dev/null | awk '/define CCCL_VERSION [0-9]/ || (/define _LIBCUDACXX_CUDA_API_VERSION [0-9]/ && $3 > 100) {
            printf "%d.%d.%d", $3 / 1000000, $3 / 1000 % 1000, $3 % 1000; exit }'
}

row() {
    printf '| %s |' "$1"
    shift
    printf ' %s |' "$@"
    echo
}

set --
while read -r folder; do
    set -- "$@" "$(release "$folder")"
done <"$work/folders"
row "" "$@"
# shellcheck disable=SC2046 # words
row --- $(printf -- '--- %.0s' "$@")
status=0
while read -r program; do
    name=$(echo "$program" | tr / +)
    set --
    for i in $(seq "$number"); do
        letter=$(cat "$work/$i/$name")
        if [ "$letter" = c ] && [ -e "$work/1/$name.findings" ] && ! cmp -s "$work/1/$name.findings" "$work/$i/$name.findings"; then
            letter=d
        fi
        case $letter in F | d) status=1 ;; esac
        set -- "$@" "$letter"
    done
    row "$program" "$@"
done <"$work/programs"
[ -z "${KEEP:-}" ] || cp -r "$work" "$KEEP"
exit $status
