#!/bin/sh
# SPDX-License-Identifier: MIT
# table.sh: writes the tables of README.md anew, from the comments of the programs. --check: says whether they are up to date.
set -u
cd "$(dirname "$0")" || exit 1

# rows both|cpu FILE...: a line for each program; `both` adds what compute-sanitizer says of it.
rows() {
    kind=$1
    shift
    awk -v both="$kind" '
        # What is said, without its line in the program and in one short sentence.
        function brief(text) {
            sub(/^[a-z_0-9]*\.cu:[{][a-z_]*[}]:* */, "", text)
            sub(/^error: */, "", text)
            sub(/, at [a-z_]*\.cu:[{][a-z_]*[}]$/, "", text)
            sub(/: the threads of a block.*/, "", text)
            sub(/ reported between.*/, " reported", text)
            gsub(/\|/, "\\|", text)
            return text
        }
        # "race-shared: writes {a}, reads {b}"
        function id_in(text) {
            sub(/:.*/, "", text)
            return "`" text "`"
        }
        function row(    name, at, i, gpu, tool) {
            if (file == "") return
            at = ""
            for (i = 1; i <= lines; i++)
                if (ends[i] in marks) at = at (at == "" ? "" : ", ") where[i]
            name = file
            sub(/.*\//, "", name)
            sub(/\.cu$/, "", name)
            sub("^" name "[.]cu: ", "", bug)
            gsub(/\|/, "\\|", bug)
            gpu = measured ? "" : "not measured"
            for (i = 1; i <= 4; i++) {
                tool = tools[i]
                if (status[tool] == 3) gpu = gpu (gpu == "" ? "" : "; ") tool (said[tool] == "" ? "" : ": " said[tool])
            }
            if (status["synccheck"] == 9 || status["memcheck"] == 9) gpu = "**none**: it hangs"
            if (status["all"] ~ /^[01]$/ || status["memcheck"] == "0") gpu = "**none**"
            if (now_and_then != "") gpu = now_and_then
            if (status["all"] == 6 || status["all"] == 11) gpu = "**none**: the program crashes"
            print "| [" name "](" file ") | " bug " | " (found == "" ? said["CPU"] : found) " | " at " |" (both == "both" ? " " gpu " |" : "")
        }
        BEGIN { split("memcheck racecheck synccheck initcheck", tools, " ") }
        FNR == 1 {
            row()
            file = FILENAME
            bug = now_and_then = found = ""
            in_bug = 1
            lines = measured = 0
            split("", said)
            split("", status)
            split("", marks)
            next
        }
        /^\/\/ [a-zA-Z-]+ (exits|finds|says|prints|reports) / {
            in_bug = 0
            text = $0
            sub(/^\/\/ [^ ]+ [^ ]+ /, "", text)
            if ($2 ~ /^(memcheck|racecheck|synccheck|initcheck|all)$/) measured = 1
            if ($3 == "exits") status[$2] = text
            else if ($3 == "finds") found = found (found == "" ? "" : ", ") id_in(text)
            else if ($3 != "reports" && said[$2] == "") said[$2] = brief(text)
            while ($2 == "CPU" && $3 ~ /^(finds|says)$/ && match(text, /[{][a-z_]*[}]/)) {
                marks[substr(text, RSTART + 1, RLENGTH - 2)] = 1
                text = substr(text, RSTART + RLENGTH)
            }
            next
        }
        /^\/\/ [a-z]+check, at times: / {
            in_bug = 0
            now_and_then = substr($0, 4)
        }
        !/^\/\/ / || /^\/\/ (Compiled with:|Needs|Run with:) / { in_bug = 0 }
        in_bug { bug = bug (bug == "" ? "" : " ") substr($0, 4) }
        match($0, /\/\/ [{][a-z_]*[}]$/) {
            where[++lines] = FNR
            ends[lines] = substr($0, RSTART + 4, RLENGTH - 5)
        }
        END { row() }' "$@"
}

# How many programs, or those of some names, have such a line.
count() {
    line=$1
    shift
    [ $# -gt 0 ] || set -- *.cu
    grep -lE "$line" -- "$@" | wc -l
}

page=$(mktemp)
trap 'rm -f "$page"' EXIT
{
    sed '/^<!-- from here on/q' README.md
    echo
    twins='^#ifn?def FIXED'
    all=$(count '^// (memcheck|racecheck|synccheck|initcheck|all) ')
    at_times=$(count '^// [a-z]+check, at times: ')
    none=$(($(count '^// (all exits|synccheck exits 9|memcheck exits [09])') - at_times))
    unsupported=$(count '^// fixed-initcheck')
    hang=$(count '^// (synccheck|memcheck) exits 9')
    deadlocks=$(count '^// racecheck prints Deadlock')
    echo "$(count "$twins") programs. The CPU device reports the bug in each. compute-sanitizer was run on $all of them: it reports the bug in"
    echo "$((all - none)), in $at_times of these only in some runs, and misses it in $none. Every fixed version is clean on the CPU device."
    echo "compute-sanitizer has false alarms there: racecheck in $(count '^// fixed-racecheck prints'), because it does not know that a fence and a flag,"
    echo "or a barrier with a number, order two threads; synccheck in $(($(count '^// fixed-synccheck') - unsupported)), because that of CUDA 13.0 assumes that no thread"
    echo "waits for the arrival of a copy; memcheck in $(count '^// fixed-memcheck prints Invalid __global__ system-scoped'), for an atomic of system scope in memory of the host, which only reads it."
    echo "With \`--racecheck-deadlock-timeout 3000\` racecheck names the deadlock in $deadlocks programs on an H200; $hang more hang, and no"
    echo "tool says why."
    echo "It does not support what $unsupported more do: kernels that launch kernels, and conditional nodes in graphs."
    run=$(count '^// (memcheck|racecheck|synccheck|initcheck|all) ' blocks_*.cu global_*.cu)
    none=$(count '^// (all exits|synccheck exits 9|memcheck exits [09])' blocks_*.cu global_*.cu)
    echo
    echo "$(count "$twins" blocks_*.cu global_*.cu) of them are races in global memory (\`blocks_*\`, \`global_*\`): it was run on $run, and reports $((run - none))."
    echo
    echo '| program | the bug | the CPU device reports | at lines | compute-sanitizer on an H200 or H100 |'
    echo '| --- | --- | --- | --- | --- |'
    # shellcheck disable=SC2046 # names without blanks
    rows both $(grep -lE "$twins" -- *.cu)
    printf '\n## On the CPU device alone\n\n'
    printf 'Programs without a fixed version: most check what the device says, or what it does next.\n\n'
    echo '| program | what it does | the CPU device reports | at lines |'
    echo '| --- | --- | --- | --- |'
    # shellcheck disable=SC2046 # names without blanks
    rows cpu $(grep -LE "$twins" -- *.cu)
    printf '\n## What must not compile\n\n'
    printf 'The compiler refuses each with a message. Some of it is CUDA that the CPU device does not have.\n\n'
    echo '| program | what it does | the CPU device reports | at lines |'
    echo '| --- | --- | --- | --- |'
    rows cpu compile/*.cu
} >"$page"
if [ "${1:-}" = --check ]; then
    cmp -s "$page" README.md && exit 0
    echo "cpu_device/tests/planted/README.md is not what cpu_device/tests/planted/table.sh makes of the programs:"
    diff README.md "$page"
    exit 1
fi
cp "$page" README.md
