#!/bin/sh
# SPDX-License-Identifier: MIT
# toolkits.sh [-k PATTERN] [-w WORK] FOLDER...: builds and runs the programs that include libcu++, Thrust or CUB, with the headers of each
# FOLDER, and prints a table. A FOLDER is a CUDA toolkit, or looks like one: it has include/cccl/cuda, or include/cuda as before
# CUDA 13. -k takes only programs whose path contains PATTERN, a basic regular expression. -w keeps what came of each program in
# the folder WORK; the next run with it judges only what is not there, for all of it takes hours.
#   c   compiles, and says what it says with the first FOLDER: the same status and the same headlines; and prints what is in the
#       text file beside it, if there is one
#   d   compiles, and says something else
#   -   is not there: one line says that the release has not got it
#   F   does not compile
#   ?   was not judged: cucc took more than 5 minutes, or was ended
# Exit status: 0 all are c or -; 1 not; 2 wrong usage.
set -u
root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
pattern=
kept=
while getopts k:w: option; do
    case $option in
        k) pattern=$OPTARG ;;
        w) kept=$OPTARG ;;
        *) set -- && break ;;
    esac
done
[ $# -lt "$OPTIND" ] || shift $((OPTIND - 1))
[ $# -gt 0 ] || {
    echo "usage: toolkits.sh [-k PATTERN] [-w WORK] FOLDER..." >&2
    exit 2
}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
if [ -n "$kept" ]; then
    mkdir -p "$kept" && kept=$(realpath -- "$kept") || exit 1
else
    kept=$work
fi
cd "$root" || exit 1

# judge HOME FOLDER SOURCE: what comes of the program, in FOLDER/SOURCE.
cat >"$work/judge" <<'JUDGE'
name=$(echo "$3" | tr / +)
to=$2/$name
[ ! -e "$to" ] || exit 0
options=$(sed -n 's,^// Compiled with: ,,p' "$3")
# shellcheck disable=SC2086 # options, or nothing
CUDA_HOME=$1 timeout 300 cpu_device/cucc -O2 -w -Iexercises $options "$3" -o "$to.program" >"$to.log" 2>&1
case $? in
    0) ;;
    124 | 1[3-9]? | 2??) exit 0 ;; # the time limit, or a signal
    *)
        grep -qE 'with which the CPU device was not tested|a later release may have this name|> is not here: ' "$to.log" &&
            echo - >"$to" || echo F >"$to"
        exit 0
        ;;
esac
settings=$(sed -n 's,^// Run with: ,,p' "$3")
# shellcheck disable=SC2086 # settings, or none
env CPU_DEVICE_CORES=1 $settings timeout 60 "$to.program" >"$to.out" 2>"$to.said" </dev/null
{
    echo "status $?"
    sed -n 's/^=* *\(Error\|Warning\): /\1: /p' "$to.said" | sort -u
} >"$to.findings"
letter=c
[ ! -e "${3%.cu}.txt" ] || cmp -s "${3%.cu}.txt" "$to.out" || letter=d
echo $letter >"$to"
rm -f "$to.program"
JUDGE

# release HOME: the release of libcu++ there, as 3.0.1.
release() {
    cat "$1"/include/cccl/cuda/std/__cccl/version.h "$1"/include/cuda/std/__cccl/version.h \
        "$1"/include/cuda/std/detail/libcxx/include/__cccl/version.h "$1"/include/cuda/std/detail/__config 2>/dev/null |
        awk '/define (CCCL_VERSION|_LIBCUDACXX_CUDA_API_VERSION) [0-9]/ {
            printf "%d.%d.%d", $3 / 1000000, $3 / 1000 % 1000, $3 % 1000; exit }'
}

grep -lE '^# *include <(cuda|thrust|cub)/' modern/*.cu cpu_device/tests/*/*.cu cpu_device/tests/*/*/*.cu tests/exercises/*/*.cu \
    2>/dev/null | grep -v /not_found/ | grep -- "$pattern" >"$work/programs"
for folder; do
    mkdir -p "$kept/$(release "$folder")"
    xargs -P "${JOBS:-2}" -n 1 sh "$work/judge" "$folder" "$kept/$(release "$folder")" <"$work/programs"
done

row() {
    printf '| %s |' "$1"
    shift
    printf ' %s |' "$@"
    echo
}

# shellcheck disable=SC2046 # words
set -- $(for folder; do release "$folder" && echo; done)
first=$1
row "" "$@"
# shellcheck disable=SC2046 # words
row --- $(printf -- '--- %.0s' "$@")
status=0
while read -r program; do
    name=$(echo "$program" | tr / +)
    letters=
    for release; do
        letter=$(cat "$kept/$release/$name" 2>/dev/null) || letter='?'
        if [ "$letter" = c ] && [ -e "$kept/$first/$name.findings" ] &&
            ! cmp -s "$kept/$first/$name.findings" "$kept/$release/$name.findings"; then
            letter=d
        fi
        case $letter in F | d | '?') status=1 ;; esac
        letters="$letters $letter"
    done
    set -f # for a ?
    # shellcheck disable=SC2086 # words
    row "$program" $letters
    set +f
done <"$work/programs"
exit $status
