#!/bin/sh
# SPDX-License-Identifier: MIT
# cost.sh [BENCH_FOLDER [PAIRS [LIMIT [SECTION...]]]]: what the checks of the CPU device cost, for programs at textbook
# sizes and as sizes grow. Each program runs in pairs, with the checks off and on, in turns; `cost --help` and `cost_locks
# --help` list them.
set -u

usage() {
    cat <<'END'
usage: cpu_device/bench/cost.sh [BENCH_FOLDER [PAIRS [LIMIT [SECTION...]]]]
What the checks of the CPU device cost: bench/cost and bench/cost_locks with the checks off,
which is the baseline, and on.

  BENCH_FOLDER  where cost and cost_locks are (build/cpu/bench)
  PAIRS         runs with the checks off and on, in turns (3)
  LIMIT         seconds that a run may take; one that is cut off is shown as '>LIMIT s', larger sizes are not run (300)
  SECTION       programs, words, gather, blocks, locks: only these; cores: the ratios of the programs by number of cores
END
}

die() {
    echo "cost.sh: $*" >&2
    exit 2
}

count() {
    case $2 in '' | 0* | *[!0-9]*) die "$1 is a whole number of 1 or more, not '$2'" ;; esac
}

case ${1:-} in
-h | --help) usage && exit 0 ;;
-*) die "unknown option $1; --help says what it takes" ;;
esac
folder=${1:-build/cpu/bench}
pairs=${2:-3}
limit=${3:-300}
count PAIRS "$pairs"
count LIMIT "$limit"
for program in cost cost_locks; do
    [ -x "$folder/$program" ] || die "there is no $folder/$program: build it first"
done
[ $# -le 3 ] && set -- 1 2 3 programs words gather blocks locks
shift 3
for section in "$@"; do
    case $section in programs | words | gather | blocks | locks | cores) ;; *) die "there is no section '$section'; --help lists them" ;; esac
done

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
: >"$work/ratios"
failed=0

# Leaves in $work/pairs a line for each pair, of the best time, the cold one and the memory without checks, then with. A run
# that was cut off has `cut` in place of each, one that failed `failed`; no more pairs follow it.
run_pairs() {
    case $1 in lock | hash) program=$folder/cost_locks ;; *) program=$folder/cost ;; esac
    : >"$work/pairs"
    pair=0 outcome=ran
    while [ $pair -lt "$pairs" ] && [ $outcome = ran ]; do
        pair=$((pair + 1))
        order='off on'
        [ $((pair % 2)) = 1 ] || order='on off'
        off='- - -' on='- - -'
        for checks in $order; do
            line=$(CPU_DEVICE_CHECKS=$checks CPU_DEVICE_LAUNCHES=all timeout -k 5 "$limit" "$program" "$1" "$2" 2>"$work/errors")
            case $? in
            0) line=$(echo "$line" | awk '{ print $5, $2, $13 }') ;;
            124 | 137) line='cut cut cut' outcome=cut ;;
            *) line='failed failed failed' outcome=failed failed=1 && cat "$work/errors" >&2 ;;
            esac
            case $checks in off) off=$line ;; *) on=$line ;; esac
            [ $outcome = ran ] || break
        done
        echo "$off $on" >>"$work/pairs"
    done
}

# row LABEL DIVISOR MEMORY: from $work/pairs, medians over the pairs: of the best times and their ratio, of the cold ones and
# theirs, in milliseconds divided by DIVISOR, with 3 digits; then, if MEMORY is yes, that of both processes. Adds the ratios
# to $work/ratios.
row() {
    awk -v label="$1" -v divisor="$2" -v memory="$3" -v limit="$limit" -v ratios="$work/ratios" '
        function middle(values, count,   i, j, held) {
            for (i = 2; i <= count; ++i)
                for (j = i; j > 1 && values[j - 1] > values[j]; --j) {
                    held = values[j]; values[j] = values[j - 1]; values[j - 1] = held
                }
            return count % 2 ? values[(count + 1) / 2] : (values[count / 2] + values[count / 2 + 1]) / 2
        }
        function column(number,   values, i, count) {
            for (i = 1; i <= NR; ++i) {
                if (cell[i, number] == "cut") return ">" limit " s"
                if (cell[i, number] == "failed") return "failed"
                if (cell[i, number] != "-") values[++count] = cell[i, number]
            }
            return count ? middle(values, count) : "-"
        }
        function ratio(over, under,   values, i) {
            if (column(over) !~ /^[0-9]/ || column(under) !~ /^[0-9]/) return "-"
            for (i = 1; i <= NR; ++i) values[i] = cell[i, over] / cell[i, under]
            return middle(values, NR)
        }
        function show(value, format, width) {
            return sprintf("%" width "s", value ~ /^[0-9]/ ? sprintf(format, value) : value)
        }
        function time(value) {
            return show(value ~ /^[0-9]/ ? value / divisor : value, "%.3f", 12)
        }
        { for (i = 1; i <= NF; ++i) cell[NR, i] = $i }
        END {
            best = ratio(4, 1); cold = ratio(5, 2)
            printf "%-18s %s %s %s %s %s %s", label, time(column(1)), time(column(4)), show(best, "%.1f", 8), \
                time(column(2)), time(column(5)), show(cold, "%.1f", 8)
            if (memory == "yes") printf " %s %s", show(column(3), "%.0f", 8), show(column(6), "%.0f", 8)
            printf "\n"
            print best, cold >> ratios
        }' "$work/pairs"
}

head_of() { # TITLE UNIT MEMORY
    printf '%-18s %12s %12s %8s %12s %12s %8s' "$1" "off, $2" "on, $2" ratio 'cold: off' on ratio
    [ "$3" = no ] || printf ' %8s %8s' 'off, MB' 'on, MB'
    echo
}

# The median and the largest of column $1 of the ratios; one that was cut off is above all others.
summary() {
    awk -v column="$1" '{ print $column }' "$work/ratios" | sed 's/^-$/1e99/' | sort -g | awk '
        { values[NR] = $1; cut += $1 == 1e99 }
        function text(value) { return value == 1e99 ? "not known (cut off)" : sprintf("%.1f", value) }
        END {
            low = values[int((NR + 1) / 2)]
            high = values[int(NR / 2) + 1]
            printf "median %s, largest %s", text(high == 1e99 ? high : (low + high) / 2), text(values[NR])
            if (cut > 0) {
                printf "; %d of %d were cut off", cut, NR
                if (cut < NR) printf ", largest of the others %s", text(values[NR - cut])
            }
            printf "\n"
        }'
}

# The cost of one as the number of them grows: growth NAME DIVISOR_OF_ONE MEMORY LABEL SIZE...
growth() {
    name=$1 divisor=$2 memory=$3 label=$4
    shift 4
    for size in "$@"; do
        run_pairs "$name" "$size"
        row "$label $size" "$(awk -v n="$size" -v d="$divisor" 'BEGIN { printf "%.9g", n * d }')" "$memory"
        [ $outcome = ran ] || break
    done
}

# The ratios of the best times, with a column for each number of cores that the machine has.
by_cores() {
    counts=
    for cores in 2 4 8 16 24; do # 24: the most of the device (settings.h)
        [ $cores -gt "$(nproc)" ] || counts="$counts $cores"
    done
    printf '%-18s' 'ratio, by cores'
    # shellcheck disable=SC2086 # one word for each
    printf ' %8s' $counts
    echo
    for run in $textbook; do
        printf '%-18s' "${run%,*} ${run#*,}"
        for cores in $counts; do
            : >"$work/ratios"
            export CPU_DEVICE_CORES="$cores"
            run_pairs "${run%,*}" "${run#*,}"
            row '' 1 no >"$work/row"
            cat "$work/ratios" >>"$work/of_$cores"
            printf ' %8s' "$(awk '{ print $1 == "-" ? $1 : sprintf("%.1f", $1) }' "$work/ratios")"
        done
        echo
    done
    for cores in $counts; do
        cp "$work/of_$cores" "$work/ratios"
        echo "$cores cores: $(summary 1)"
    done
    unset CPU_DEVICE_CORES
}

textbook='product,256 product,1024 product32,1024 tiled,1024 transpose,2048 histogram,4194304 stencil,2048 scan,1048576
lastblock,4194304 dot,33792 dot,1048576 bitmap,1024'
echo "pairs of runs: $pairs; a run may take $limit s. off and on: the best of up to 10 launches in one process; cold: the first."
for section in "$@"; do
    echo
    case $section in
    programs)
        : >"$work/ratios"
        head_of 'program, size' ms no
        for run in $textbook; do
            run_pairs "${run%,*}" "${run#*,}"
            row "${run%,*} ${run#*,}" 1 no
        done
        echo "ratios: $(summary 1)"
        echo "cold ratios: $(summary 2)"
        ;;
    cores)
        by_cores
        ;;
    words)
        head_of 'time of a word' ns yes
        for name in copy update; do
            growth $name 1e-6 yes $name 65536 262144 1048576 4194304 16777216 67108864
        done
        ;;
    gather)
        head_of 'of a word' ns yes
        growth gather 1e-6 yes gather 262144 1562500 12500000
        ;;
    blocks)
        head_of 'of a block' us yes
        growth blocks 1e-3 yes blocks 64 256 1024 4096 16384 65536 262144
        ;;
    locks)
        head_of 'of one' us yes
        growth lock 2.048 yes 'lock, 2048 x' 8 16 32 # 2048 threads
        growth barrier 1e-3 yes barrier 4000 8000 16000
        growth hash 1e-3 yes hash 262144 524288 1048576
        ;;
    esac
done
exit $failed
