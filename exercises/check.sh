#!/bin/sh
# SPDX-License-Identifier: MIT
# check.sh [--seeds N] [--json] [--cpu] [--built PROGRAM] NAME|FILE.cu: judges a solution of an exercise, as ./run check does.
# check.sh --hint NAME [1|2|3]: a hint, of three.
# check.sh --list: the exercises, in their order.
#
# The file is compiled for the CPU device, with the judge that it includes (judge/NAME.h), and run with several orders of the
# warps. It passes if every result is right, the counters are, and the device has reported nothing. Where nvcc and a GPU
# answer, it is run there too, for the result and its time; --cpu leaves that out. CHECK_SECONDS limits each run (60).
# CHECK_SANDBOX, sandbox.sh, compiles and runs it where it can do no harm. --built PROGRAM, for the tests, judges a program
# that was compiled from the file before; a sandbox refuses it.
# Exit status: 0 passed, 1 failed, 2 it cannot be judged. --json prints one line of JSON in place of the text.
set -u
here=$(realpath -- "$0") && here=${here%/*}
cucc=${CUCC:-$here/../cpu_device/cucc}
seeds=5 json='' gpu=yes hint='' built='' limit=${CHECK_SECONDS:-60}

die() {
    echo "check: $*" >&2
    exit 2
}

# The exercises, in the order of their numbers: "1 add: which element is mine?"
list() {
    sed -n 's|^// \([0-9][0-9]* [a-z_]*: .*\)|\1|p' "$here"/*.cu | sort -n
}

while [ $# -gt 0 ]; do
    case $1 in
    --list) list && exit 0 ;;
    --hint) hint=yes ;;
    --json) json=yes ;;
    --cpu) gpu= ;;
    --built)
        [ $# -gt 1 ] || die "--built needs a program"
        { built=$(realpath -- "$2") && [ -x "$built" ]; } || die "there is no program $2"
        [ -z "${CHECK_SANDBOX:-}" ] || die "in a sandbox, --built is refused"
        shift
        ;;
    --seeds)
        [ $# -gt 1 ] || die "--seeds needs a number"
        seeds=$2 && shift
        case $seeds in '' | 0* | *[!0-9]*) die "--seeds is a whole number of 1 or more, not '$seeds'" ;; esac
        ;;
    -*) die "unknown option $1" ;;
    *) break ;;
    esac
    shift
done
[ $# -gt 0 ] || die "the name of an exercise, or a file, is missing; the exercises are:
$(list)"

# A name is that of a template; a file says by its judge which exercise it is.
case $1 in
*.cu)
    file=$1
    [ -r "$file" ] || die "there is no file $file"
    name=$(sed -n 's|^ *# *include *"judge/\([a-z_]*\)\.h".*|\1|p' "$file" | head -n 1)
    [ -n "$name" ] || die "$file does not include the judge of an exercise, as #include \"judge/add.h\""
    ;;
*)
    name=$1 file=$here/$1.cu
    ;;
esac
{ [ -r "$here/judge/$name.h" ] && [ "$name" != judge ]; } || die "there is no exercise $name; there are:
$(list)"

if [ -n "$hint" ]; then
    number=${2:-1}
    case $number in [123]) ;; *) die "there are hints 1, 2 and 3, not '$number'" ;; esac
    sed -n "${number}p" "$here/hints/$name.txt"
    [ "$number" = 3 ] || echo "(The next one: ./run hint $name $((number + 1)))"
    exit 0
fi

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM

# finish VERDICT WHY: passed or failed; $work/text has the judge's words, and $work/gpu what came out on a GPU.
finish() {
    verdict=$1 why=$2
    : >>"$work/text"
    : >>"$work/gpu"
    if [ -n "$json" ]; then
        # the text as a string of JSON
        text=$(head -c 20000 "$work/text" | tr -d '\000-\010\013-\037' | sed 's/\\/\\\\/g; s/"/\\"/g; s/	/\\t/g' | awk '{ printf "%s%s", sep, $0; sep = "\\n" }')
        on_gpu=$(head -n 1 "$work/gpu" | sed 's/\\/\\\\/g; s/"/\\"/g')
        printf '{"exercise":"%s","passed":%s,"why":"%s","runs":%d,"text":"%s","gpu":"%s"}\n' "$name" \
            "$([ "$verdict" = passed ] && echo true || echo false)" "$why" "$run" "$text" "$on_gpu"
    else
        [ ! -s "$work/gpu" ] || cat "$work/gpu"
        cat "$work/text"
        if [ "$verdict" = passed ]; then
            echo "$name: passed"
        else
            echo "$name: failed: $why"
            echo "(A hint: ./run hint $name. To watch it, step by step: ./run show ${file#"$PWD"/})"
        fi
    fi
    [ "$verdict" = passed ]
    exit
}

# confined SECONDS COMMAND...: within the time. In the sandbox, only with `write` may it change the folder.
confined() {
    seconds=$1
    shift
    timeout -k 5 "$seconds" ${CHECK_SANDBOX:+"$CHECK_SANDBOX" $write "$work/box"} "$@"
}

mkdir "$work/box" || exit 2
if [ -n "${CHECK_SANDBOX:-}" ]; then
    gpu=
    { cp "$file" "$work/box" && file=$work/box/$(basename "$file"); } || exit 2
    [ "$(id -u)" != 0 ] || { chmod 755 "$work" && chown -R nobody:nogroup "$work/box"; } || exit 2
fi
program=$work/box/$name.run
run=0

compile() {
    # the device itself, once, which may take longer than a solution may
    [ -n "${CHECK_SANDBOX:-}" ] || "$cucc" --build || die "the CPU device cannot be built"
    write=--write
    confined 60 "$cucc" -w -I"$here" -o "$program" "$file" >"$work/text" 2>&1 </dev/null
    case $? in
    0) : >"$work/text" ;;
    125) finish failed "the compiler takes more than 2 GiB of memory" ;;
    124 | 137) finish failed "the compiler takes longer than 60 seconds" ;;
    *) finish failed "it does not compile" ;;
    esac
    write=
}
if [ -n "$built" ]; then program=$built write=; else compile; fi

if [ -n "$gpu" ] && command -v nvcc >/dev/null 2>&1 && command -v nvidia-smi >/dev/null 2>&1; then
    card=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -n 1)
    if [ -n "$card" ] && nvcc -arch=native -w -I"$here" -o "$work/gpu_$name" "$file" >"$work/log" 2>&1; then
        timeout 60 "$work/gpu_$name" >"$work/log" 2>&1 </dev/null
        echo "on the GPU ($card): $(tr '\n' ' ' <"$work/log" | sed 's/ $//')" >"$work/gpu"
    elif [ -n "$card" ]; then
        echo "on the GPU ($card): nvcc does not compile it: $(grep -m 1 error "$work/log")" >"$work/gpu"
    fi
fi

# Every order of the warps. Stores of the same value by two threads are a race too: in an exercise, each value has one writer.
while [ $run -lt "$seeds" ]; do
    run=$((run + 1))
    begin=$(date +%s)
    # blocks on more cores than there are, every other time
    if [ $((run % 2)) = 0 ]; then export CPU_DEVICE_CORES=4; else unset CPU_DEVICE_CORES; fi
    CPU_DEVICE_SAME_VALUE=report CPU_DEVICE_LEAKS=error CPU_DEVICE_SEED=$((run - 1)) confined "$limit" "$program" >"$work/out" 2>"$work/err" </dev/null
    status=$?
    # the first report, and how many more there are
    awk '/^========= (Error|Warning): /{ ++reports } /^========= SUMMARY/{ next } /^=========/ && reports == 1 { print }
        END { if (reports > 1) print "(" reports - 1 " more reports)" }' "$work/err" >"$work/text"
    line=$(grep -aE '^(wrong|slow|unsafe|right): ' "$work/out" | tail -n 1)
    [ $status != 137 ] || [ $(($(date +%s) - begin)) -ge "$limit" ] || status=killed
    case $status in
    125) finish failed "it takes more than 2 GiB of memory" ;;
    124 | 137) finish failed "it takes longer than $limit seconds" ;;
    153) finish failed "it writes more than 64 MiB" ;; # SIGXFSZ
    esac
    # what the device has reported says more than a wrong result
    found=$(grep -aE '^========= (Error|Warning): ' "$work/err" | head -n 1 | sed 's/^========= [A-Za-z]*: //; s/:.*//')
    [ -z "$found" ] || finish failed "$found${line:+; the result is ${line%%:*}}"
    printf '%s\n' "$line" >"$work/text"
    case $line in
    right:*) [ $status = 0 ] || finish failed "it ends with status $status" ;;
    wrong:*) finish failed "a wrong result" ;;
    unsafe:*) finish failed "a right result, by luck" ;;
    slow:*) finish failed "a right result, but too many accesses" ;;
    *)
        tail -n 5 "$work/err" >"$work/text"
        [ $status = killed ] || status="status $status"
        finish failed "it ends ($status) before the judge is done"
        ;;
    esac
done
echo "$line, each with $run orders of the warps; no races, no bad accesses, no leaks" >"$work/text"
finish passed ""
