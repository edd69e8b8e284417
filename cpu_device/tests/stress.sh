#!/bin/sh
# SPDX-License-Identifier: MIT
# stress.sh: runs the sound programs, the planted bugs and their fixed versions again and again, each time with another
# seed, on one core and on two, with and without other load. Counts the runs that differ from what the sources say. For
# maintainers:
#
#     sh bench/record.sh stress sh cpu_device/tests/stress.sh build 120
set -u

usage() {
    cat <<'EOT'
usage: cpu_device/tests/stress.sh BUILD MINUTES

Runs the programs in BUILD/cpu/sound and BUILD/cpu/planted for so many minutes. Prints how each failure can be had again,
and at the end a table. Exit status: 0; 1 if a program hung, crashed or said something else than its source says, or if a
planted bug's report changed with the seed; 2 for bad usage.
EOT
}

case ${1:-} in --help | -h) usage && exit 0 ;; esac
case ${2:-} in *[!0-9]* | '') usage >&2 && exit 2 ;; esac
[ $# = 2 ] || { usage >&2 && exit 2; }
build=$1 minutes=$2
tests=$(dirname "$0")
for needed in "$build/cpu_device/tests/expect" "$build/cpu/sound" "$build/cpu/planted"; do
    [ -e "$needed" ] || {
        echo "stress.sh: there is no $needed: build it first" >&2
        exit 2
    }
done
limit=100 # seconds for a run that takes a fraction of one when nothing else does

work=$(mktemp -d)
load='' running=''
# shellcheck disable=SC2317,SC2329 # called by the traps
clean_up() {
    # shellcheck disable=SC2086 # process numbers
    kill $load $running 2>/dev/null
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# The cores that this may use, one a line.
cores=$(taskset -cp $$ | sed 's/.*: //' | tr ',' '\n' |
    awk -F - '{ for (i = $1; i <= (NF > 1 ? $2 : $1); ++i) print i }')
one_core=$(echo "$cores" | head -n 1)
two_cores=$(echo "$cores" | head -n 2 | paste -s -d ,)

start_load() {
    for _ in $cores; do
        sh -c 'while :; do :; done' &
        load="$load $!"
    done
}

stop_load() {
    for busy in $load; do
        kill "$busy"
        wait "$busy" 2>/dev/null
    done
    load=''
}

# What a report says but for numbers, of which only lines and the sum of errors are the same with every seed: which
# thread of many is the first to err depends on the order of warps, and so does which of two accesses comes first.
report_of() {
    sed 's/Once in/1 times in/; s/  then /  /; /The same.* affects/d' "$1" | awk '
        !/SUMMARY/ {
            for (i = 1; i <= NF; ++i)
                if ($i !~ /\.[a-z]+:[0-9]+/)
                    gsub(/0x[0-9a-f]+|[0-9]+/, "#", $i)
        }
        { print }' | sort
}

# What expect runs in place of a program that has ended.
# shellcheck disable=SC2016
echo 'cat "${0%/*}/out"; cat "${0%/*}/err" >&2; exit "$1"' >"$work/replay"

# run KIND PROGRAM SOURCE WORD: once; a line to $work/runs says how it went.
run() {
    seed=$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')
    CPU_DEVICE_SEED=$seed taskset -c "$on" timeout -k 5 $limit "$2" >"$work/out" 2>"$work/err" &
    running=$!
    wait "$running"
    status=$?
    running=''
    how=right
    if [ $status = 124 ] || [ $status = 137 ]; then
        how=hang
    elif [ $status -ge 128 ]; then
        how=crash
    elif ! "$build/cpu_device/tests/expect" --source "$3" --device "$4" -- sh "$work/replay" $status >"$work/why" 2>&1; then
        how=wrong
    elif [ "$1" = planted ]; then
        name=${2##*/}
        report_of "$work/err" >"$work/report"
        if [ ! -e "$work/first.$name" ]; then
            mv "$work/report" "$work/first.$name"
        elif ! cmp -s "$work/report" "$work/first.$name"; then
            how=differs
            diff "$work/first.$name" "$work/report" >"$work/why"
        fi
    fi
    echo "$1;$configuration;$how" >>"$work/runs"
    [ $how = right ] && return
    [ $how = wrong ] || [ $how = differs ] || cat "$work/err" >"$work/why"
    echo "$how: CPU_DEVICE_SEED=$seed taskset -c $on $2   # $configuration"
    head -n 20 "$work/why" | sed 's/^/    /'
}

end=$(($(date +%s) + 60 * minutes))
time_left() {
    [ "$(date +%s)" -lt $end ]
}

one_round() {
    for program in "$build"/cpu/sound/* "$build"/cpu/planted/*; do
        name=${program##*/}
        [ -x "$program" ] || continue
        time_left || return
        case $program in
        *.d) ;;
        */sound/*) run sound "$program" "$tests/sound/$name.cu" CPU ;;
        *_fixed) run fixed "$program" "$tests/planted/${name%_fixed}.cu" FIXED ;;
        *) run planted "$program" "$tests/planted/$name.cu" CPU ;;
        esac
    done
}

echo "kernel: $(uname -sr), $(echo "$cores" | wc -l) cores; $minutes minutes from $(date -u '+%Y-%m-%d %H:%M') UTC"
round=0
: >"$work/runs"
while time_left; do
    on=$one_core configuration='one core'
    if [ "$one_core" != "$two_cores" ] && [ $((round % 2)) = 1 ]; then
        on=$two_cores configuration='two cores'
    fi
    if [ $((round / 2 % 2)) = 1 ]; then
        configuration="$configuration, busy"
        start_load
    fi
    one_round
    stop_load
    round=$((round + 1))
done

awk -F ';' '
    { key = $1 ";" $2; runs[key]++; count[key, $3]++; total++; all[$3]++ }
    function line(kind, where, n, of) {
        printf "%-9s %-16s %8d %8d %8d %8d %10s\n", kind, where, n, of["wrong"], of["hang"], of["crash"], of["differs"]
    }
    END {
        printf "\n%-9s %-16s %8s %8s %8s %8s %10s\n", "programs", "on", "runs", "wrong", "hung", "crashed", "differing"
        kinds = split("sound fixed planted", kind, " ")
        places = split("one core;two cores;one core, busy;two cores, busy", place, ";")
        for (k = 1; k <= kinds; ++k)
            for (p = 1; p <= places; ++p) {
                key = kind[k] ";" place[p]
                if (!(key in runs))
                    continue
                for (how in all)
                    of[how] = count[key, how] + 0
                of["differs"] = kind[k] == "planted" ? of["differs"] + 0 : "-"
                line(kind[k], place[p], runs[key], of)
            }
        for (how in all)
            of[how] = all[how]
        of["differs"] = all["differs"] + 0
        line("all", "", total, of)
        exit total == 0 || total != all["right"]
    }' "$work/runs"
